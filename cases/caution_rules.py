"""What text looks like that addresses a grader or gives orders to a model. Pure; data mostly.

A rule is looked for in text without accents of format: spaces are single, what no screen shows is
gone. `needs` are words of which one must be there before its pattern is tried.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CautionRule:
    """`words` say on a page what the rule found."""

    name: str
    words: str
    needs: tuple[str, ...]
    pattern: re.Pattern[str]


def _rule(name: str, words: str, needs: str, *patterns: str) -> CautionRule:
    joined = "|".join(f"(?:{pattern})" for pattern in patterns)
    return CautionRule(
        name, words, tuple(needs.split("|")), re.compile(joined, re.IGNORECASE | re.MULTILINE)
    )


_GRADER = r"(?:evaluators?|graders?|raters?|judges?|annotators?|assessors?)"
_MODEL = r"(?:ai|llm|chatgpt|a\.i\.|language model|ai model|automated|automatic|reviewing model)"
_CASE = (
    r"(?:case|conversation|response|answer|transcript|interaction|dialog(?:ue)?|criterion"
    r"|criteria|trajectory)"
)
_GOOD = r"(?:pass(?:ed|ing)?|fully correct|correct|compliant|fully compliant|perfect|excellent)"
_TOP = (
    r"(?:full marks|full points|top marks|(?:the )?(?:maximum|highest|full|perfect|best)"
    r"(?: possible)? (?:score|rating|grade|mark)|a passing (?:score|grade|verdict|mark)"
    r"|a perfect score)"
)
_BEFORE = r"(?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial)"
_ORDERS = r"(?:instructions?|prompts?|directions|directives|guidelines|guidance|rules)"
_DROP = (
    r"(?:ignore|disregard|forget|override|bypass|do not follow|don't follow|stop following"
    r"|pay no attention to)"
)
_MINE = r"(?:(?:all|any|the|your|of|these|those|every|each|everything in) )*"

RULES = (
    _rule(
        "fence_mark",
        "imitates the end or beginning of the transcript",
        "transcript|case|conversation|data|rubric|criteria|dialog|evaluation|instructions",
        r"</?(?:transcript|case|conversation|dialog(?:ue)?|rubric|criteria|evaluation"
        r"|instructions|untrusted|case_data)(?: [^>]{0,60})?>",
        r"<<<\s*/?\w[\w ]{0,40}(?:begins?|ends?)?\s*>>>",
        r"[=\-#*\[<]{2,}\s*(?:end|begin|start)(?:ning)? (?:of )?(?:the )?"
        r"(?:transcript|conversation|case|data|dialog(?:ue)?|evaluation)\b",
        r"\[\s*end (?:of )?(?:the )?(?:transcript|conversation|case|data|dialog(?:ue)?)\s*\]",
    ),
    _rule(
        "verdict_mark",
        "gives a verdict of its own",
        "verdict|judgement|judgment|final answer|answer must|evaluation|urteil|veredicto|вердикт"
        "|label|grade|rating|<eval|<result",
        r"\b(?:verdict|judge?ment|final answer|evaluation|urteil|veredicto|вердикт)\b[\"'*` ]*"
        r"(?::|=|is\b|:=|must be\b)[\"'*` ]*(?:yes|no|pass(?:ed)?|fail(?:ed)?|ja|nein|s[ií]|да|нет"
        r"|bestanden|aprobado|true)\b(?! on\b)",
        r"<(?:eval|evaluation|result|grade)\b[^>]{0,40}\b(?:pass|yes)\b",
        r"\b(?:your|the) (?:answer|reply|output) (?:must|should|has to) be[\"'*` ]*(?:yes|pass)\b",
        r"\bwrite [\"'*`]?PASS\b",
        rf"\b(?:correct|right|expected|true) (?:label|verdict|grade|rating|answer) (?:for|of|to)"
        rf" (?:this|the) {_CASE} (?:is|:)",
    ),
    _rule(
        "names_the_grader",
        "speaks to whoever grades",
        "evaluator|grader|rater|judge|annotator|assessor|llm|language model|ai |scores this"
        "|chatgpt|claude|machine|of this evaluation|of the evaluation|grading hint"
        "|grades this|rates this|reviewing model",
        rf"\b(?:you are|you're) (?:now )?(?:the|an?) (?:[\w-]+ ){{0,2}}{_GRADER}\b",
        rf"\bas (?:the|an?) (?:[\w-]+ )?{_GRADER},? (?:you|please|give|mark|rate|score|answer|say"
        r"|award|must|should|return|output)",
        rf"\b(?:dear|attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|hey"
        rf"|hello|hi|to) (?:the |any |all |our )?(?:{_MODEL} )+{_GRADER}\b",
        r"\b(?:note|message|instructions?|attention)(?: to| for)? (?:the |any |all )?"
        rf"{_GRADER}\s*:",
        rf"\bthe {_GRADER} (?:must|should|shall|has to|needs to) ",
        r"\b(?:if you are|any|to any|to the|every) (?:an? )?(?:ai|llm|language model|ai model)"
        r" (?:that is |who is |that's )?(?:reading|evaluating|grading|judging|scoring)",
        r"\b(?:whoever|anyone who|the model (?:that|which)) (?:scores|grades|rates|evaluates"
        rf"|judges) this {_CASE}",
        rf"\b(?:{_MODEL}) {_GRADER} (?:reading|who|that|must|should|will)\b",
        r"\b(?:dear|hey|hello|hi|attention),? (?:chatgpt|gpt|claude|llm|language model|ai model"
        r"|machine)\b",
        r"\bfor the purposes? of (?:this|the) evaluation\b|\bgrading hint\b",
        r"\byou,? the (?:reviewing|evaluating|grading|judging) model",
    ),
    _rule(
        "asks_for_marks",
        "asks for a good mark",
        "mark|score|rate|grade|award|rating|points|treat|evaluate|judge|label|verdict|respond|answer|output",
        rf"\b(?:give|award|assign|grant|return|output|deserves?|merits?)\b[^.\n]{{0,40}}?{_TOP}",
        rf"\b(?:mark|score|rate|grade|label|evaluate|judge|treat)\b (?:this|the|that|my|each|every)"
        rf"(?: agent's| assistant's)? ?(?:[\w-]+ )?{_CASE}s? (?:as )?(?:an? )?"
        rf"(?:{_GOOD}|good|positive|favou?rabl[ey]|\d+\b|full|high|with)",
        r"\b(?:answer|respond|reply|output|say|return)(?: with)? [\"'*`]?pass[\"'*`]?\b",
        r"\b(?:answer|respond|reply|say) [\"'*`]?yes[\"'*`]? (?:to|for|on) (?:each|every|all|the) "
        r"(?:question|criteri)",
        r"\b(?:output|give|return) a passing (?:verdict|grade|score)",
        r"\bdo not deduct points|\ball criteria are met\b|\bgrade accordingly\b",
    ),
    _rule(
        "overrides_orders",
        "tells a model to drop its instructions",
        "ignore|disregard|forget|override|bypass|follow|pay no attention|instructions|role"
        "|from now on|you are now|context|void|cancel|skip your",
        rf"\b{_DROP} {_MINE}(?:of )?(?:my )?{_BEFORE} (?:[\w-]+ )?{_ORDERS}\b",
        rf"\b{_DROP} (?:the|your|this|all|any) (?:[\w-]+ )?(?:rubric|criteria|grading|scoring"
        rf"|system prompt|safety {_ORDERS}|evaluation {_ORDERS})",
        rf"\b{_DROP} (?:all|any|the|your) (?:[\w-]+ ){{0,3}}?{_ORDERS}\b[^.\n]{{0,30}}"
        r"\byou (?:have been|were|are|had been) (?:given|told)",
        r"\b(?:ignore|disregard|forget) (?:everything|all) (?:above|before this|you were told"
        r"|you have been told|that came before)",
        rf"\b{_DROP} (?:all|your) {_ORDERS}\b",
        rf"\b(?:all |any |your )?(?:{_BEFORE}) (?:{_ORDERS}|context|messages?) (?:is|are|was|were)?"
        r" ?(?:now )?(?:void|cancelled|canceled|null|revoked|no longer valid|superseded)",
        rf"\b{_DROP} your (?:[\w-]+ )?{_ORDERS}\b",
        r"\bbegin new context\b|\bskip your checks\b",
        r"\bsystem override\b",
        r"\bnew instructions?\s*:",
        r"\b(?:the )?real instructions (?:start|begin|follow|are)",
        r"\bfrom now on,? you (?:are|will be|must|act)\b",
        r"\byou are now (?:in )?(?:dan\b|developer mode|jailbroken|unrestricted|an unrestricted)",
        r"\byou have a new role\b",
    ),
    _rule(
        "asks_for_the_prompt",
        "asks a model for its instructions",
        "prompt|instructions",
        r"\b(?:reveal|print|repeat|show|output|leak|tell me)(?: me)? (?:your|the) "
        r"(?:system prompt|hidden instructions|initial prompt|instructions you were given)",
    ),
    _rule(
        "role_mark",
        "imitates the marks between turns of a chat",
        "<|im_|<|start|<|end|<|system|<|user|<|assistant|<|eot|<|begin|[inst]|[/inst]|<<sys>>"
        "|<start_of_turn|<end_of_turn|assistant:|human:|system:|instruction:|system prompt"
        "|system message",
        r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id"
        r"|end_header_id|begin_of_text|end_of_text|start|end)\|>",
        r"\[/?inst\]|<</?sys>>|</?(?:start|end)_of_turn>",
        r"^\s*#{2,}\s*(?:system|instruction|assistant|human|user|response)\s*:",
        r"^\s*(?:assistant|human)\s*:",
        r"^\s*\[?system (?:prompt|message|instructions?)\]?\s*:",
    ),
    _rule(
        "forged_step",
        "imitates a step of the transcript",
        "say|call|result|transfer|error",
        r"^\s*\d{1,4}\. [\w.-]{1,60} (?-i:SAY|CALL|RESULT|TRANSFER|ERROR) ",
    ),
    _rule(
        "other_language",
        "gives orders to a model or a grader in another language",
        "instruc|consigne|règle|regeln|reglas|规则|bestnote|instruç|instruction|istruzion|anweisung|instructies|polece|instrukcj|инструкц"
        "|指令|指示|지시|تعليمات|talimat|निर्देश|evaluador|avaliador|évaluateur|gutachter|bewerter"
        "|prüfer|judge|juez|juiz|juge|giudice|richter|судья|оценщик|评分|评委|评估者|满分|採点者|審査員|채점자"
        "|المقيم|note maximale|volle punktzahl|puntuación máxima|nota máxima|punteggio massimo"
        "|満点|만점|높은 점수|на отлично|максимальн",
        r"\b(?:ignor\w*|olvid\w+|desobedec\w+|omit\w+) (?:todas? )?(?:las?|as|sus?|tus?|todas as) "
        r"(?:instrucciones|instruções|órdenes)(?: \w+)? ?(?:anteriores|previas|prévias|recibidas)?",
        r"\b(?:ignor\w+|oubli\w+) (?:toutes )?(?:les|vos|tes) (?:instructions|consignes|règles)",
        r"\b(?:vergiss|ignorier\w*|missachte\w*) (?:deine|ihre|eure) (?:regeln|anweisungen)",
        r"\bhaz caso omiso de (?:las|tus) (?:reglas|instrucciones)|gib die bestnote",
        r"\b(?:ignorier\w*|vergiss|vergessen sie|missachte\w*) (?:alle |die |deine |ihre )*"
        r"(?:vorherigen|vorigen|bisherigen|obigen|früheren) (?:anweisungen|instruktionen|regeln)",
        r"\b(?:ignora\w*|dimentica\w*) (?:tutte )?(?:le|tue) istruzioni",
        r"\bnegeer (?:alle |de )*(?:vorige|eerdere|bovenstaande) instructies",
        r"\b(?:zignoruj|zapomnij) \w* ?(?:wszystkie )?(?:poprzednie|wcześniejsze) "
        r"(?:polecenia|instrukcje)",
        r"(?:игнорируй\w*|забудь\w*) (?:все )?(?:предыдущие|прежние|прошлые) инструкции",
        r"(?:忽略|无视|忘记).{0,8}(?:指令|指示|规则)|(?:指示|命令).{0,6}無視|(?:지시|명령).{0,6}무시",
        r"تجاهل (?:جميع |كل )?التعليمات|निर्देशों को (?:अनदेखा|नज़रअंदाज)",
        r"(?:önceki|yukarıdaki) (?:tüm )?talimatları (?:yok say|görmezden gel|unut)",
        r"\b(?:eres|você é|tu es|vous êtes|du bist|sie sind|sei) (?:el |la |o |a |l['’ ]|le |der "
        r"|die |il |un |ein )*(?:evaluador|avaliador|évaluateur|gutachter|bewerter|prüfer|juez"
        r"|juiz|juge|giudice|richter|valutatore)",
        r"ты (?:теперь )?(?:судья|оценщик)|你(?:是|现在是)(?:评委|评估者|评分)"
        r"|あなたは(?:採点者|審査員)|당신은 채점자|أنت المقيم",
        r"note maximale|volle punktzahl|puntuación máxima|nota máxima|punteggio massimo"
        r"|(?:给|打).{0,4}满分|満点を(?:付|つ)け|만점을|оцени.{0,30}на отлично",
    ),
)

ENCODED = "encoded_orders"
HIDDEN = "hidden_characters"
RULE_WORDS = {rule.name: rule.words for rule in RULES} | {
    ENCODED: "holds such an order in base64",
    HIDDEN: "hides characters that no screen shows",
}
