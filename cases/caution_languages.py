"""Orders to a grader or a model in other languages than English, the commonest ones. Pure; data.

Each language has the same few: drop your instructions, you are the grader, give the best mark,
the verdict is a pass. What an ordinary customer might say of a manual is left out.
"""

# Words of which one must be there before any pattern below is tried.
LANGUAGES_NEED = (
    "instruc|consigne|règle|regeln|regels|regler|reglas|regole|regras|规则|規則|bestnote|instruç"
    "|instruction|istruzion|anweisung|instruktion|instructies|polece|instrukcj|инструкц|указани"
    "|правил|指令|指示|지시|تعليمات|talimat|निर्देश|evaluador|avaliador|évaluateur|evaluateur"
    "|gutachter|bewerter|prüfer|judge|juez|juiz|juge|giudice|richter|rechter|судь|оценщик|оценк"
    "|оцени|评分|評分|评委|評委|评估|評估|评审|評審|裁判|满分|滿分|採点|審査|評価|채점|평가|심사|المقيم|المقيّم"
    "|الحكم|القاضي|मूल्यांकन|न्यायाधीश|अंक|note maximale|volle punkt|puntuación|puntaje|nota máxima"
    "|pontuação|punteggio|voto massimo|満点|만점|높은 점수|на отлично|максимальн|calificador"
    "|corrector"
    "|correcteur|correttore|valutatore|beoordelaar|nakijker|oceniając|sędzi|bedömare|domare"
    "|granskare|maximale|höchst|betyg|poäng|punkty|punktów|ocen|nota|wszystk|poprzedni|合格|通过|通過"
    "|正确|正しい|veredicto|verdetto|urteil|oordeel|werdykt|вердикт|omdöme|verdict|判定|判决|判決|결론"
    "|判断|الدرجة|درجة|अनदेखा|नज़रअंदाज|değerlendir|hakem|puan|суд|оцінк|інструкц|pokyn|hodnot|system"
    "|системн|系统|システム|시스템|النظام|सिस्टम|pass|correct|bestanden|aprova|aproba|corret|réuss|richtig"
    "|korrekt|superat|juist"
    "|geslaagd|poprawn|godkän|rätt|zaliczon|perfect|conforme|válid|valid|критери|criteri|kriteri"
    "|标准|基準|기준|المعايير"
    "|मानदंड|rúbrica|grille|rubrica|schéma|órdenes|ordens|忽略|无视|無視|忘记|忘れ|무시|تجاهل|انس"
)

_ES_DROP = (
    r"\b(?:ignor(?:a|e|ad|en|ar)|olvid(?:a|e|ad|en|ar|ate)|desobedece|omit(?:e|a|ir)|descart(?:a|e)"
    r"|desestim(?:a|e)|haz caso omiso de|no (?:sigas|siga|obedezcas|tengas en cuenta|hagas caso"
    r" (?:a|de))"
    r"|deja de seguir|pasa por alto|anula|prescinde de)"
)
_PT_DROP = (
    r"\b(?:ignor(?:a|e|em|ar)|esque(?:ce|ça|cer)|desconsider(?:a|e|em|ar)|desobedeç?[ae]"
    r"|descart(?:a|e)|não sig(?:a|as)|anul(?:a|e))"
)
_FR_DROP = (
    r"\b(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)|ne (?:tiens|tenez|tenir) (?:pas|aucun) compte d"
    r"|ne tiens plus compte d|fais abstraction d|faites abstraction d|ne (?:suis|suivez|respecte"
    r"|respectez) (?:pas|plus)|néglige[z]?|méprise[z]?|annule[z]?|écarte[z]?|passe outre"
    r"|outrepasse[z]?)"
)
_DE_DROP = (
    r"\b(?:vergiss|vergessen sie|vergesst|ignorier(?:e|en sie|t|en)?|missachte\w{0,3}|übergeh(?:e"
    r"|en)?"
    r"|verwirf|beachte(?:n sie)? (?:nicht|keine)|befolge(?:n sie)? (?:nicht|keine)"
    r"|überschreib(?:e|en))"
)
_IT_DROP = (
    r"\b(?:ignor(?:a|i|ate|are)|dimentic(?:a|hi|ate|are)|scord(?:a|ati|are)|trascur(?:a|i|ate)"
    r"|non (?:seguire|considerare|rispettare|tenere conto d\w{0,5}|tener conto d\w{0,5})|annulla)"
)
_NL_DROP = (
    r"\b(?:negeer|vergeet|sla over|volg niet|laat (?:alle|de) |overschrijf|houd geen rekening met)"
)
_PL_DROP = (
    r"\b(?:zignoruj\w{0,3}|ignoruj\w{0,3}|zapomnij\w{0,3}|pomiń\w{0,3}|nie (?:stosuj|przestrzegaj"
    r"|zważaj)|odrzuć|anuluj)"
)
_SV_DROP = (
    r"\b(?:ignorera|glöm|bortse från|strunta i|följ inte|åsidosätt|hoppa över|ignorér|glem|ignorer)"
)
_RU_DROP = (
    r"(?:игнорируй\w{0,2}|проигнорируй\w{0,2}|забудь\w{0,2}|не (?:следуй|соблюдай|учитывай|обращай"
    r" внимания на)\w{0,2}|отмени\w{0,2}|пренебреги\w{0,2}|отбрось\w{0,2})"
)

# "as the judge", "note to the grader", "you are the evaluator" in languages written in Latin.
_WHO = (
    r"(?:evaluador(?:a|es)?|calificador(?:a|es)?|avaliador(?:a|es)?|évaluateurs?|évaluatrice"
    r"|evaluateurs?|correcteurs?|gutachter(?:in)?|bewerter(?:in)?|prüfer(?:in)?|juez|juiz|juge"
    r"|giudice|richter(?:in)?|valutatore|valutatrice|correttore|esaminatore|beoordelaars?|rechter"
    r"|oceniający|oceniająca|sędzia|sędzio|recenzent|ewaluator|bedömare|domare|granskare|bedömaren"
    r"|domaren|granskaren|evaluator|judge|hakem|değerlendirici|hodnotitel|bedømmer|sensor"
    r"|arviovija|arvioija|evaluatorul|ki-richter|ki-bewerter|sprachmodell|modelo de lenguaje"
    r"|modèle de langage|modelo de linguagem|modello linguistico|taalmodel|språkmodell"
    r"|model językowy)"
)
_ARTICLE = (
    r"(?:el |la |o |a |os |al |l['’ ]|le |der |die |den |dem |il |lo |un |una |um |uma |une |een "
    r"|de "
    r"|het |en |ein |eine |einen |einem |der ki-|ihr |mein |tu |su |mi )"
)
_YOU = (
    r"(?:eres|actúa(?:s)? como|como|és|você é|seja|tu es|vous êtes|en tant que?|agis comme|du bist"
    r"|sie sind|als|handle als|sei|tu sei|agisci come|in qualità di|come|jij bent|je bent|u bent"
    r"|jesteś"
    r"|jako|działaj jako|du är|som|agera som|sen bir|jsi|nota (?:para|al?|ao)|mensaje (?:para|al?)"
    r"|mensagem (?:para|ao)|atención,?|atenção,?|attention,?|achtung,?|attenzione,?|let op,?"
    r"|uwaga,?"
    r"|obs,?|hinweis (?:an|für)|note (?:à|pour|au|aux)|remarque (?:à|pour|au)|messaggio (?:per|al)"
    r"|nota per|opmerking voor|notitie voor|bericht (?:voor|aan)|uwaga dla|notatka dla|wiadomość"
    r" dla"
    r"|meddelande till|notering till|till|an|für|estimad[oa]|querid[oa]|prezad[oa]|car[oa]|cher"
    r"|chère"
    r"|liebe[rs]?|sehr geehrte[rs]?|gentile|beste|geachte|drog[ia]|szanown[ya]|kära|bäste)"
)
_BEST = (
    r"(?:puntuación máxima|máxima puntuación|puntaje máximo|máximo puntaje|nota máxima|máxima nota"
    r"|calificación máxima|máxima calificación|puntuación perfecta|nota perfecta|todos los puntos"
    r"|pontuação máxima|máxima pontuação|pontuação perfeita|pontuação total|note maximale"
    r"|meilleure note"
    r"|score maximal|score parfait|note parfaite|note la plus (?:haute|élevée)|maximum de points"
    r"|tous les points|bestnote|volle punktzahl|höchste (?:punktzahl|note|bewertung)"
    r"|maximale (?:punktzahl|bewertung|score|punten|beoordeling|cijfer)|beste (?:note|bewertung)"
    r"|höchstnote|höchstpunktzahl|punteggio (?:massimo|pieno|perfetto)|massimo (?:dei voti"
    r"|punteggio"
    r"|voto)|voto (?:massimo|più alto)|pieni voti|hoogste (?:score|cijfer|beoordeling)|volle punten"
    r"|maksymaln\w{1,3} (?:ocen\w{1,2}|punkt\w{1,4}|wynik\w{0,2}|liczb\w{1,2} punktów)"
    r"|najwyższ\w{1,3} (?:ocen\w{1,2}|not\w{1,2}|wynik\w{0,2}|punkt\w{1,4})|högsta (?:betyg|poäng"
    r"|betyget)|full poäng|fulla poäng|maximal poäng|maxpoäng|toppbetyg|tam puan|en yüksek puan"
    r"|plný počet bodů|højeste karakter|toppkarakter)"
)
_RIGHT = (
    r"(?:correct[aoe]s?|aprobad[ao]s?|aprovad[ao]s?|corret[ao]s?|correct(?:e|es)?|réussi(?:e|es)?"
    r"|conforme|conformes|validé(?:e|es)?|richtig|korrekt|bestanden|corrett[aoie]|superat[aoie]"
    r"|approvat[aoie]|juist|geslaagd|goedgekeurd|poprawn\w{1,3}|zaliczon\w{1,3}|prawidłow\w{1,3}"
    r"|godkän[dt]\w{0,2}|korrekt|rätt|exitos[ao]|perfect[ao]|parfait(?:e)?|perfekt|perfett[ao]"
    r"|doğru|başarılı|pass)"
)

LANGUAGES = (
    # --- drop your instructions
    rf"{_ES_DROP} (?:tod[oa]s? |cualquier |el |la |los |las |tus? |sus? |de |est[ao]s |lo "
    rf"|anteriores ){{0,4}}"
    r"(?:(?:instrucciones|órdenes|indicaciones|directrices|normas|reglas|mensajes)(?: \w+){0,2}?"
    r" (?:anterior(?:es)?|previ[ao]s|precedentes|recibid[ao]s|dad[ao]s|iniciales|originales|de"
    r" arriba"
    r"|del sistema|que (?:te|le|has|se)|de evaluación)|reglas\b|criterios\b|rúbrica\b|prompt\b"
    r"|todo lo anterior|lo anterior|anteriores instrucciones)",
    rf"{_ES_DROP} (?:todas )?(?:tus|sus) (?:\w+ )?(?:instrucciones|órdenes|reglas|directrices)",
    rf"{_PT_DROP} (?:tod[oa]s? |quaisquer |[oa]s? |teus? |tuas? |su[ao]s? |seus? |de |ess[ae]s "
    rf"|est[ae]s ){{0,4}}"
    r"(?:(?:instruções|ordens|orientações|diretrizes|normas|regras|mensagens)(?: \w+){0,2}?"
    r" (?:anterior(?:es)?|prévias|precedentes|recebidas|dadas|iniciais|originais|acima|do sistema"
    r"|que (?:te|lhe|você))|regras\b|critérios\b|rubrica\b|prompt\b|tudo (?:o que|acima)"
    r"|instruções anteriores)",
    rf"{_FR_DROP}(?:e |es |u |['’])? ?(?:toutes? |tous |les |des |vos |tes |de |ces |l['’]|ce |du"
    rf" |la ){{0,4}}"
    r"(?:instructions?|consignes?|règles?|directives?|ordres|critères|prompt|grille|invite)"
    r"(?: (?:précédent|antérieur|initial|d['’]origine|ci-dessus|reçu|donné|du système|système|que"
    r"|d['’]évaluation|de notation)|[.,;:!]|$| et )",
    rf"{_FR_DROP}(?:e |es )?tout ce qui précède",
    rf"{_DE_DROP} (?:bitte )?(?:alle |die |deine |ihre |eure |sämtliche |jegliche |alles,? |den "
    rf"|das ){{0,4}}"
    r"(?:(?:vorherigen?|vorigen?|bisherigen?|obigen?|früheren|vorangegangenen?|vorstehenden"
    r"|ursprünglichen|vorhergehenden) (?:\w+ )?(?:anweisungen|instruktionen|regeln|befehle|vorgaben"
    r"|richtlinien|prompts?|hinweise|anordnungen)|(?:bewertungs|system)\w{3,20}|rubrik\b"
    r"|(?:anweisungen|regeln|vorgaben|richtlinien|instruktionen)(?:[.,;:!]|$| und )"
    r"|was (?:davor|oben|vorher))",
    rf"{_DE_DROP} (?:deine|ihre|eure) (?:\w+ )?(?:regeln|anweisungen|instruktionen|vorgaben"
    rf"|richtlinien)",
    rf"{_IT_DROP} (?:tutt[eio] |le |tue |sue |vostre |i |gli |il |la |l['’]|quest[ei] |qualsiasi "
    rf"|a |di |el ){{0,4}}"
    r"(?:istruzioni|consegne|regole|direttive|ordini|criteri|prompt|rubrica|indicazioni)"
    r"(?: (?:precedenti|anteriori|iniziali|originali|ricevute|date|di sistema|del sistema|sopra|che"
    r"|di valutazione)|[.,;:!]|$| e )",
    rf"{_NL_DROP} ?(?:alle |de |je |uw |jouw |deze |al |het ){{0,4}}(?:(?:vorige|eerdere"
    rf"|bovenstaande"
    r"|voorgaande|oorspronkelijke) (?:instructies|regels|opdrachten|aanwijzingen|richtlijnen"
    r"|prompts?)"
    r"|(?:instructies|beoordelingscriteria|systeemprompt|rubriek|regels)\b(?:[.,;:!]|$| en ))",
    rf"{_PL_DROP} (?:wszystkie |wszystkich |o |swoje |twoje |te |o wszystkich |na"
    rf" ){{0,4}}(?:poprzedni\w{{1,3}}"
    r"|wcześniejsz\w{1,3}|powyższ\w{1,3}|dotychczasow\w{1,3}|swoje|twoje|swoich) (?:\w+"
    r" )?(?:poleceni\w{0,3}"
    r"|polecenia|instrukcj\w{1,3}|zasad\w{0,3}|reguł\w{0,2}|wytyczn\w{1,3}|kryteri\w{1,3}"
    r"|wskazów\w{1,4})",
    rf"{_SV_DROP} (?:alla |de |dina |era |alle |dine |det ){{0,4}}(?:tidigare|föregående"
    rf"|ovanstående"
    r"|ursprungliga|tidligere|forrige|foregående|overstående|dina|dine) (?:\w+"
    r" )?(?:instruktioner\w{0,2}"
    r"|regler\w{0,2}|anvisningar\w{0,2}|kriterier|instrukser|direktiv|instruktionerne|order)",
    rf"{_RU_DROP} (?:все |всех |эти |свои |твои |ваши |о |любые |об |про |на"
    rf" ){{0,4}}(?:предыдущ\w{{1,3}}"
    r"|прежн\w{1,3}|прошл\w{1,3}|ранее данн\w{1,3}|вышеуказанн\w{1,3}|вышеприведённ\w{1,3}"
    r"|системн\w{1,3}"
    r"|исходн\w{1,3}|свои|своих|твои|ваши|данные тебе) (?:\w+ )?(?:инструкц\w{1,3}|указани\w{1,3}"
    r"|правил\w{0,3}"
    r"|команд\w{0,3}|распоряжени\w{1,3}|критери\w{1,3}|промпт\w{0,2})",
    r"(?:ігноруй\w{0,2}|забудь\w{0,2}) (?:всі |усі )?(?:попередні|минулі) (?:інструкції|вказівки"
    r"|правила)",
    r"\b(?:ignoruj\w{0,3}|zapomeň\w{0,3}) (?:na )?(?:všechny )?(?:předchozí|dřívější"
    r"|predchádzajúce) "
    r"(?:pokyny|instrukce|pravidla)",
    r"\b(?:ignoră|uită) (?:toate )?instrucțiunile (?:anterioare|precedente)",
    r"\b(?:unohda|ohita) (?:kaikki )?(?:aiemmat|edelliset) ohjeet",
    r"(?:忽略|无视|無視|忘记|忘記|不要理会|不要遵守|不要遵循|不用管|抛开|丢弃|撤销|取消).{0,10}(?:指令|指示|规则|規則|提示词|提示詞"
    r"|评分标准|評分標準|系统提示|要求|准则)(?!.{0,4}(?:书|手册|说明书))",
    r"(?:指示|命令|ルール|規則|プロンプト|基準|指令)(?:は|を|に|の|も|すべて|全て|全部|、){0,4}.{0,6}(?:無視|忘れ|従わ(?:ない|ず)"
    r"|破棄|無効)",
    r"(?:지시|명령|지침|규칙|프롬프트|기준).{0,8}(?:무시|잊어|따르지)",
    r"(?:تجاهل|تجاهلوا|انسَ|انس|لا تتبع|تخط).{0,12}(?:التعليمات|الأوامر|القواعد|التوجيهات"
    r"|الإرشادات|المعايير)"
    r"(?!.{0,6}(?:التركيب|الدليل))",
    r"(?:निर्देशों|निर्देश|नियमों|आदेशों|नियम|मानदंडों)(?: को| पर)? ?(?:भी )?(?:अनदेखा|नज़रअंदाज"
    r"|नज़रअंदाज़|नजरअंदाज"
    r"|नजरअंदाज़|भूल|ध्यान न|न मान|मत मान|रद्द)",
    r"(?:önceki|yukarıdaki|tüm|bütün) (?:tüm |bütün |önceki )?(?:talimatları|kuralları"
    r"|yönergeleri|komutları)"
    r" (?:yok say|görmezden gel|unut|dikkate alma)",
    # --- you are the grader
    rf"(?:^|[.!?:,;\"(\[] ?|\b){_YOU} {_ARTICLE}{{0,2}}(?:\w+ )?{_WHO}\b(?! sagte| entschied| a |"
    rf" ha | hat )"
    r"[ .,:;!]",
    rf"\b(?:eres|você é|tu es|vous êtes|du bist|sie sind|tu sei|jij bent|je bent|u bent|jesteś|du"
    rf" är)"
    rf" (?:jetzt |nu |ora |ahora |agora |maintenant |teraz )?{_ARTICLE}{{0,2}}{_WHO}",
    r"(?:ты|вы|как|внимание,?|уважаем\w{2}|сообщение для|примечание для|заметка для) (?:теперь |—"
    r"|- )?"
    r" ?(?:судья|судьи|оценщик\w{0,2}|эксперт-оценщик|проверяющ\w{2,3}|оценивающ\w{2,3}"
    r"|рецензент\w{0,2})",
    r"(?:你|您)(?:是|现在是|現在是|作为|就是|扮演).{0,4}(?:评委|評委|评估者|評估者|评分|評分|评审|評審|裁判|审查员|审核员)"
    r"|作为.{0,4}(?:评委|评估者|评分员|评审|裁判)|(?:致|请|注意|亲爱的|尊敬的)[,，:：]?.{0,4}(?:评委|评估者|评分员|评分者"
    r"|评审员|评估模型|评分模型)",
    r"(?:あなた|君)は.{0,6}(?:採点者|審査員|評価者|審判|裁判官)|(?:採点者|審査員|評価者|採点AI|評価AI|評価モデル)"
    r"(?:の方|さん|様)?(?:へ|は|として|に告ぐ|への)",
    r"(?:당신|너)(?:은|는).{0,4}(?:채점자|평가자|심사위원|심판)|(?:채점자|평가자|심사위원)(?:님|에게|께|는|로서)",
    r"(?:أنت|كن|بصفتك|إلى|عزيزي|ملاحظة إلى|انتباه).{0,6}(?:المقي[ّم]{0,2}م?|المقيِّم|القاضي|الحكم"
    r"|المصحح|مقيم|قاضي)\b",
    r"(?:आप|तुम) (?:अब )?(?:एक )?(?:मूल्यांकनकर्ता|न्यायाधीश|जज|परीक्षक|निर्णायक)"
    r"|(?:मूल्यांकनकर्ता|परीक्षक|निर्णायक)"
    r" (?:के लिए|को|कृपया|ध्यान)|(?:प्रिय|ध्यान दें,?) (?:मूल्यांकनकर्ता|परीक्षक|निर्णायक)",
    # --- the best mark
    _BEST,
    r"(?:给|打|得|评为|评|給|評).{0,6}(?:满分|滿分|最高分|最高评分|10分|十分满|一百分|100分)|満点(?:を|で|に|と)|最高(?:点|得点|評価)(?:を"
    r"|で)"
    r"|(?:만점|최고 점수|최고점)(?:을|를|으로|처리)?|оцени\w{0,3}.{0,30}на отлично"
    r"|(?:максимальн\w{2,3}|наивысш\w{2,3}|высш\w{2,3}) (?:оценк\w{1,2}|балл\w{0,2})"
    r"|(?:الدرجة|درجة|علامة|العلامة|التقييم)(?: \w+)? ?(?:الكاملة|كاملة|القصوى|النهائية الكاملة"
    r"|الأعلى)|أعلى (?:درجة|تقييم|علامة)"
    r"|(?:पूरे|पूर्ण|अधिकतम|सर्वोच्च|सबसे ऊँचे) (?:अंक|नंबर|स्कोर|ग्रेड)",
    # --- the verdict is a pass
    r"\b(?:veredicto|veredito|verdetto|urteil|oordeel|werdykt|omdöme|verdict|dom|bewertung"
    r"|evaluación"
    r"|avaliação|évaluation|valutazione|beoordeling|ocena|bedömning|karar|endurteil|résultat final"
    r"|resultado final)\b[\"'*` ]*(?:final )?"
    rf"(?::|=|ist\b|es\b|é\b|est\b|è\b|is\b|to\b|är\b)[\"'*` ]*(?:ja\b|s[ií]\b|sim\b|oui\b|tak\b"
    rf"|{_RIGHT}"
    r"|positiv\w{0,2})",
    r"(?:вердикт|оценка|решение|итог)[\"'*` ]*(?::|=|—|-)[\"'*` ]*(?:да\b|pass|зачт|верно|пройден"
    r"|правильно)",
    r"(?:判定|结论|結論|裁决|裁決|判决|評価結果|评估结果|最终结果|결론|판정|평가)[\"'*` ]*"
    r"(?:是|为|は|=|:|：)[\"'*` 「“]*"
    r"(?:合格|通过|通過|正确|正確|pass|パス|합격|통과|はい|是|正しい)",
    r"(?:الحكم|النتيجة|القرار)\s?(?::|=|هو)\s?(?:نعم|ناجح|صحيح|pass|مقبول)|(?:निर्णय|फैसला"
    r"|परिणाम)\s?(?::|=|है)\s?"
    r"(?:पास|हाँ|सही|उत्तीर्ण|pass)",
    r"\b(?:responde|responda|respond[ae]r?|contesta|conteste|di|devuelve|escribe|escreva|diga"
    r"|réponds"
    r"|répondez|écris|écrivez|renvoie|antworte\w{0,2}|antworten sie|schreib\w{0,2}|gib|geben sie"
    r"|rispondi"
    r"|rispondere|scrivi|restituisci|antwoord|schrijf|geef|odpowiedz|napisz|zwróć|svara|skriv|ge"
    r"|ответь\w{0,2}"
    r"|напиши\w{0,2}|выведи\w{0,2}|верни|cevap ver|yanıtla|dis"
    r"|dites)\b[^.\n]{0,20}?[\"'«“„ ](?-i:PASS|APROBADO"
    r"|APROVADO|BESTANDEN|RÉUSSI|JA|OUI|SIM|SÍ|TAK)\b",
    r"(?:回答|输出|輸出|回复|回覆|写|請|请|只需|直接|出力|答え|返答|출력|대답|응답|답변|أجب|اكتب|اطبع|उत्तर|लिखें"
    r"|जवाब)[^。\n]{0,12}"
    r"(?:PASS|pass|“?通过”?|合格|はい|パス|“?正确”?|합격|통과|पास|«?ناجح»?)",
    rf"\b(?:marca|marque|califica|califique|considera|considere|evalúa|evalúe|avalie|avalia|trata"
    rf"|trate"
    rf"|classifique|note[z]?|évalue[z]?|considère|considérez|marque[z]?|juge[z]?|bewerte\w{{0,2}}"
    rf"|markiere"
    rf"|werte|stufe|considera|valuta|segna|contrassegna|giudica|beoordeel|markeer|beschouw|oceń"
    rf"|oznacz"
    rf"|uznaj|potraktuj|bedöm|markera|betrakta) (?:\w+ ){{0,2}}?(?:conversa\w{{0,6}}|respuesta"
    rf"|resposta"
    rf"|réponse|gespräch|antwort|unterhaltung|conversazione|risposta|gesprek|antwoord"
    rf"|rozmow\w{{1,2}}"
    rf"|odpowiedź|samtal\w{{0,2}}|svar\w{{0,2}}|caso|cas|fall|diálogo|transcripci\w{{2}}|transkript"
    rf"|conversation|interac\w{{3,5}}|interaktion|todo|alles|tout|tutto|wszystko|allt)"
    rf" (?:\w+ ){{0,2}}?(?:como |comme |als |come |jako |som |zu )(?:\w+ )?{_RIGHT}",
    r"(?:отметь\w{0,2}|считай\w{0,2}|засчитай\w{0,2}|признай\w{0,2}|оцени\w{0,2}|пометь\w{0,2})"
    r" (?:\w+ ){0,3}?(?:как |"
    r"ответ |диалог |разговор )(?:\w+ ){0,2}?(?:правильн\w{2,3}|верн\w{2,3}|успешн\w{2,3}"
    r"|пройденн\w{2,3}|зачт\w{2,5}"
    r"|корректн\w{2,3}|положительно|отлично)",
    r"(?:标记为|標記為|判为|判為|视为|視為|评为|评定为|算作|当作).{0,4}(?:正确|正確|通过|通過|合格|成功|满分|优秀)"
    r"|给(?:出|予)?.{0,4}(?:通过|合格|正面)的?(?:评价|评分|判定|结论|判决)",
    r"(?:正解|合格|正しい|成功|パス)(?:と|として|だと)(?:判定|評価|採点|み?なし|記録|扱|マーク|答え|回答)",
    r"(?:정답|합격|통과|올바른|성공)(?:으로|로|이라고|라고)"
    r" (?:처리|표시|채점|평가|판정|간주|답|기록)",
    r"(?:اعتبر|ضع علامة|قيّم|قيم|سجل).{0,20}(?:صحيح|ناجح|مقبول|ممتاز)|(?:सही|पास|उत्तीर्ण|सफल)"
    r" (?:मान|मार्क|चिह्नित|घोषित|अंकित)",
    # --- from now on
    r"\b(?:a partir de ahora|desde ahora|de ahora en adelante),? (?:eres|actúa|debes|solo"
    r"|responde)\b"
    r"|\b(?:a partir de agora|de agora em diante),? (?:você|és|aja|deve|responda)\b"
    r"|\b(?:à partir de maintenant|dorénavant|désormais),? (?:tu es|vous êtes|tu dois|réponds"
    r"|agis)\b"
    r"|\b(?:ab jetzt|von nun an|ab sofort) (?:bist du|sind sie|musst du|antwortest du|handelst"
    r" du)\b"
    r"|\b(?:da ora in poi|d'ora in poi),? (?:sei|devi|rispondi|agisci)\b"
    r"|\bvanaf nu (?:ben je|bent u|moet je|antwoord)\b|\bod teraz (?:jesteś|musisz|odpowiadaj)\b"
    r"|\bfrån och med nu (?:är du|ska du|måste du)\b|(?:отныне|с этого момента|теперь) (?:ты|вы)"
    r" (?:—|-|являешься|будешь|должен|должны)"
    r"|从现在(?:开始|起)[,，]?(?:你|您)(?:是|必须|只)"
    r"|これからは?あなたは|지금부터 (?:당신|너)(?:은|는)"
    r"|من الآن فصاعدا[ً]?,? (?:أنت|يجب)|अब से (?:आप|तुम)",
)
