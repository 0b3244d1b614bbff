"""Text that speaks to whoever grades or asks for a good mark. Pure; data only."""

from cases.caution_rule import rule
from cases.caution_vocabulary import (
    BIDDEN,
    CASE,
    GOOD,
    GRADED,
    GRADER,
    GRADING,
    JUDGED,
    MODEL,
    ORDER_WORDS,
    OUTCOME,
    SELF,
    SELF_OR_GRADING,
    SENTENCE,
    SURE_CASE,
    SURE_GRADER,
    SURE_OUTCOME,
    SURE_TALK,
    TALK,
    TOP,
)


def _said(words: str) -> str:
    """Words somewhere in the sentence that begins here."""
    return rf"(?=[^.!?\n]{{0,240}}?\b{words}\b)"


MARKS = (
    rule(
        "names_the_grader",
        "speaks to whoever grades",
        "evaluator|grader|rater|judge|annotator|assessor|llm|language model|ai |scor|scorer"
        "|chatgpt|claude|machine|of this evaluation|of the evaluation|grading|auditor|reviewer"
        "|grades|rates|reviewing|model|evaluat|reviews|audits|examiner|labeler"
        "|labeller|marker|gpt|ai,|ai:|ai\n|judging|assess|rating|gemini",
        rf"\b(?:you are|you're|you being|act as|behave as|acting as|serve as|serving as)"
        rf" (?:now )?(?:the|an?|our|my) (?:[\w-]+ ){{0,2}}(?:{SURE_GRADER}|judge|rater|assessor"
        r"|scorer|adjudicator|auditor of this|reviewer of this)\b",
        rf"\bas (?:the|an?|your|our|my) (?:[\w-]+ ){{0,2}}(?:{SURE_GRADER}|judges?|raters?"
        rf"|assessors?|scorers?|adjudicators?),? (?:you|please|give|mark|rate"
        r"|score|answer|say|award|must|should|return|output|be |is|do|choose|kindly|now"
        r"|assign|pass|approve|accept|treat|note)",
        rf"\b(?:dear|attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|hey"
        rf"|hello|hi|to|for|reminder (?:to|for)|memo (?:to|for)|request (?:to|for)|ps (?:to|for)"
        rf"|(?:a )?word (?:to|for)|addressed to|tell) (?:the |any |all |our |whichever |every )?"
        rf"(?:{MODEL} ){{1,3}}{GRADER}\b",
        r"\b(?:note|message|instructions?|attention|reminder|memo|hint|info|comment|ps|p\.s\.)"
        r"(?: to| for)? (?:the |any |all |every |whichever |future |human |our )?(?:[\w-]+ )?"
        rf"(?:{SURE_GRADER}|judges?|raters?|assessors?|scorers?|adjudicators?)\s?[:,;.!)\]–—-]",
        rf"\b(?:dear|attn|attention:?|listen|hey|hello|ok|okay),? (?:the |any |all |esteemed |fair "
        rf"|kind |honou?rable |respected |fellow )?(?:{SURE_GRADER}|judges?|assessors?"
        rf"|scorers?)\b(?! number)[,:!. ]",
        r"\b(?:dear|attn|attention:?|listen|hey|hello),? (?:\w+ )?(?:reviewers?"
        r"|auditors?)\b[^\n]{0,80}?\b(?:pass"
        r"|score|mark|grade|verdict|agent|assistant|rubric|criteri\w{1,2}|transcript"
        r"|conversation)\b",
        rf"\bthe {SURE_GRADER} (?:must|should|shall|has to|needs to|will|is to|can|may|is required"
        r"|is asked|is instructed|ought)\b",
        r"\bthe (?:judge|rater|assessor|scorer|reviewer|auditor|examiner) (?:must|should|shall"
        r"|has to|needs to|is instructed|is asked|is required|ought)\b[^.\n]{0,60}\b(?:pass|mark"
        r"|score|rate|grade|overlook|verdict|rating|correct|compliant|success|agent|assistant)\b",
        r"\breviewer of (?:this|the) (?:chat|conversation|transcript|case|response) is instructed",
        rf"(?:^|[.!?\]>*\"] ?)\W{{0,4}}{SURE_GRADER}\s?[:,–—-] ?\w",
        r"(?:^|[.!?\]>*\"] ?)\W{0,4}(?:judges?|raters?|assessors?|scorers?|reviewers?|auditors?"
        r"|examiners?|models?|ai|machine|adjudicators?|qa)\s?[:,–—-] (?:please|kindly|you|give|mark"
        r"|score|rate|grade|pass|approve|accept|ignore|disregard|overlook|record|treat|consider"
        r"|skip"
        r"|award|output|answer|respond|reply|note that|be |decide|do not|don't|this (?:response"
        r"|conversation|transcript|interaction|agent|one|case)|the (?:agent|response|assistant"
        r"|answer|transcript|conversation|verdict|correct|right|policy))",
        rf"\b(?:if|since|because|when|while|as|whether|in case|should) you(?:'re| are| be)?"
        rf" (?:an? |the |some )?(?:{MODEL} ?){{1,3}}(?:that |who |which |and |is |are |was |asked "
        rf"|tasked |instructed |told |to |with |trying |currently |now |reading |used |for |being )"
        rf"{{0,5}}(?:{GRADING}\b|process|reading (?:this|these|the))",
        r"\b(?:if you are|any|to any|to the|every|all|each|whichever|an|the) (?:an? )?(?:ai|llm"
        r"|llms|language models?|ai models?|ais|large language models?|models?|ai systems?)"
        r" (?:that is |who is |that's |that are |now |currently |asked to |tasked with |used to "
        r"|used for |which is |that |which |who ){0,2}(?:reading (?:this|these|the)"
        r"|evaluat\w{0,5}|grad(?:es?|ing)|judg(?:es?|ing)|scor(?:es?|ing)) ",
        rf"\b(?:whoever|whomever|whichever (?:model|system|ai|llm)|anyone (?:who|that)"
        rf"|anybody (?:who|that)|everyone who|the (?:model|ai|llm|system|person|one|party"
        rf"|machine|bot) (?:that|which|who)|those who|you who|who(?:ever)? (?:is|are)|the one"
        rf"|the person|the (?:ai|llm|model|system))"
        rf" (?:is |are |will |may |might |be |ends up |now |'s ){{0,2}}{GRADING} (?:this|the"
        rf"|these|my"
        rf"|our)? ?(?:[\w-]+ )?(?:{CASE}|{SURE_CASE})",
        r"\bwho(?:ever|mever) (?:is |will be |gets to )?(?:scores?|scoring|grades?|grading"
        r"|evaluates?|evaluating|judges?|judging|rates|rating) this\b",
        rf"\byou(?:'re| are) (?:now |currently |only |here |being asked to |asked to |about to )?"
        r"(?:evaluat\w{1,3}|grad(?:e|ing)|scor(?:e|ing)|judg(?:e|ing)|label(?:l?ing)?"
        r"|assess(?:ing)?"
        rf"|annotat(?:e|ing)|reviewing) (?:this|the|these)\b(?: (?:{CASE}|{SURE_CASE})|[.,:;!]"
        r"| one| now)",
        rf"\bwhen (?:you )?(?:{GRADING}) (?:this|the|these) (?:{SURE_CASE}|answer|output|session"
        r"|case|chat),",
        rf"\b(?:{MODEL} ){{1,3}}(?:evaluators?|graders?|judges?|raters?|assessors?|reviewers?"
        r"|scorers?) (?:reading|who|that|must|should|will|has to|needs to|is|:)",
        r"\b(?:dear|hey|hello|hi|attention|note to|message to|psst|ok|listen),? ?(?:the"
        r" )?(?:chatgpt"
        r"|gpt(?:-?\d)?|claude|gemini|llama|llm|llms|language model|ai model|machine|model|ai"
        r" system"
        r"|ai overlord)\b",
        r"\bfor the purposes? of (?:this|the) (?:evaluation|grading|assessment|review|rating"
        r"|scoring)\b|\bgrading (?:hint|note|tip|instruction|guidance)s?\b"
        r"|\b(?:note|hint|tip|instruction)s? for (?:the )?(?:grading|scoring|evaluation|judging)\b",
        r"(?:^|[,.!?:;] ?|\bthere,? )(?:ai|llm|automated|automatic) (?:reviewer|grader|judge"
        r"|evaluator"
        r"|rater|assessor|auditor|scorer)s?[.,:!]|@(?:grader|judge|evaluator|reviewer|rater)\b",
        r"\b(?:asked|tasked|instructed|told|supposed|about|meant|used|trying|going) to (?:assess"
        r"|evaluate|grade|score|judge|rate|label) (?:this|the|that) (?:[\w-]+ )?(?:conversation"
        r"|response|transcript|interaction|dialog(?:ue)?|exchange|agent|assistant|chat|log|answer"
        r"|reply|case)\b",
        r"\b(?:if|whether|when|should) (?:an?|the|any|some) (?:ai|llm|model|language model|ai model"
        r"|machine|automated \w+) (?:is |was |happens to |should |ends up |ever )*(?:read|grad|scor"
        r"|evaluat|judg|assess|review)\w{0,4} (?:this|the|it|my)\b",
        r"\b(?:graders|evaluators|annotators|llms|ais) (?:who|that|which)"
        r" (?:mark|fail|pass|score|give|rate|ignore|refuse|do not|don't|follow|disagree|approve"
        r"|reject)",
        r"\b(?:when|while|before|as) (?:you )?(?:are )?(?:scor|grad|judg|evaluat)(?:ing|e)\b"
        r"[^.\n]{0,80}?\b(?:agent|assistant|violation|tool calls?|rubric|lenien\w+|transcript"
        r"|conversation|response|overlook|trajectory|PASS\b|pass\b|full marks|criteri\w{1,2})",
        r"\b(?:agent|assistant|violation|tool calls?|rubric|lenien\w+|transcript|conversation"
        r"|response|overlook|trajectory|criteri\w{1,2}|ignore|disregard|look"
        r" at)\b[^.\n]{0,60}?\b(?:when"
        r"|while) (?:you )?(?:are )?(?:scor|grad|judg|evaluat|assess)(?:ing|e)\b",
        r"\b(?:evaluator|grader|judge|annotator|assessor)(?:'s)? (?:note|comment|verdict|remark"
        r"|decision|conclusion|summary|hint|instructions?|override|output|reply|response)s?\s?:",
        r"\b(?:grading|judge|judging|evaluation|scoring|reviewing|evaluator) models?\s?[:,]",
        r"\b(?:bots?|models?|machines?|ais?|llms?|systems?|programs?) (?:that|which|who)"
        r" (?:rates?|grades?"
        r"|scores?|judges?|evaluates?|processes) (?:this|chats?|these|conversations?"
        r"|transcripts?)\b",
        r"\bmodels? reading (?:this|these)\b|\bany ai that\b",
        r"\b(?:you,? (?:who|that|the one who)|whoever) (?:decides?|is deciding) (?:whether|if)"
        r" (?:this|it)"
        r" (?:passes|is|fails)",
        r"\byou,? the (?:reviewing|evaluating|grading|judging|scoring|rating|assessing) (?:model"
        r"|ai|system|llm|party|agent|bot)",
        r"\b(?:reviewing|evaluating|grading|judging|scoring) (?:model|ai|llm|bot|agent)\b[:,]",
    ),
    rule(
        "asks_for_marks",
        "asks for a good mark",
        "mark|score|scor|rate|grade|award|rating|points|treat|evaluate|judge|label|verdict"
        "|respond|answer|output|pass|consider|criteri|count|deem|regard|record|favor|favour"
        "|classif|high|round|fault|flaw|let this|let it|bucket|level|findings|remarks|nothing"
        "|perfect|tick|solid|lenien|fail|compliant|correct|10/10|violation|lenient|rubric"
        "|accept",
        rf"\b(?:give|award|assign|grant|return|output|enter|record|put|choose|select|pick|issue"
        rf"|deliver|submit|log|produce|emit|provide|register|report|set|deserves?|merits?|warrants?"
        rf"|earns?|receives?|gets?|justif(?:y|ies)|yields?|worth(?:y of)?)\b(?! (?:me|us|you)\b)"
        rf"(?:(?!\b(?:us|our|me|my|you|your survey|product|shop|i)\b)[^.\n]){{0,40}}?\b{TOP}",
        rf"\b(?:mark|score|rate|grade|label|evaluate|judge|treat|classify|tag|count|consider|deem"
        rf"|regard|assess|accept|record|register|log|report|rank|categori[sz]e)\b"
        rf" (?:this|the|that|my|each|every|all|these|any|its) (?:[\w-]+ ){{0,2}}?"
        rf"(?:agent's |assistant's |bot's )?(?:[\w-]+ ){{0,2}}?(?:{CASE}|{SURE_CASE}|performance"
        rf"|behaviou?r)s?"
        rf" (?:to be |to have |as (?:if it )?)?(?:having |being |been |an? |the |fully |entirely "
        rf"|completely |wholly ){{0,3}}(?:{GOOD}|{TOP}|good|great|positive(?:ly)?|favou?rabl[ey]"
        rf"|high(?:ly)?|full(?:y)?|generously|leniently|\d+\b|complete[d]?\b|with (?:a|an|the|full"
        rf"|top|\d)|valid\b|true\b|right\b)(?! (?:time|address|order|item|size|colou?r)\b)",
        rf"\b(?:mark|score|rate|grade|label|evaluate|judge|treat|classify|count|deem|regard"
        rf"|consider|record|register|log|accept) (?:it|this|that|everything|each one|both|them|all)"
        rf" (?:all )?(?:to be |as |down as )?(?:an? |fully )?(?:pass(?:ed|ing)?|correct|compliant"
        rf"|perfect|success(?:ful)?|{TOP}|met|satisfied|flawless)\b",
        r"\b(?:consider|treat|regard|deem|count|view|see) (?:this|the|that|each|every|all|any)"
        r" (?:\w+ )?(?:tasks?|criteri(?:on|a)|requirements?|checks?|tests?|evaluation|rubric"
        r"|objective|assignment|grading|review)"
        r" (?:to be |as |already )?(?:complete[d]?|done|passed|met|satisfied|fulfilled|successful"
        r"|solved|finished|over|closed|settled)",
        r"\btreat (?:this|the|missing|absent|lack of|any|all|every|it|what follows|that)\b(?:"
        r" [\w'-]+){0,4}? as"
        r" (?:an? |the |if it were (?:an? )?)?(?:pass(?:ed)?\b|correct|compliant|success|met\b"
        r"|ground truth|gold\b|authoritative|system\b|trusted|instruction|higher[- ]priority"
        r"|(?:sufficient )?evidence|proof|compliance"
        r"|policy[- ]compliant|admin|developer)",
        r"\b(?:answer|respond|reply|output|say|return|write|vote|emit|choose|select|enter|put|print"
        r"|pick|conclude|decide)"
        r"(?: with| only| just| simply| always| back|:| the word| a| the verdict| the label"
        r"| the answer| the string| exactly| nothing but| as){0,4} ?"
        r"(?:[\"'*`“]{1,3}pass\b|(?-i:PASS|COMPLIANT|CORRECT)\b(?! or\b|/|,? FAIL))",
        r"\b(?:answer|respond|reply|output|say|return|vote)(?: with| only| just| simply)?"
        r" [\"'*`]?pass[\"'*`]?(?:$|[.,;!]| (?:to|for|on|and|without|whatever|regardless)\b)",
        r"\b(?:answer|respond|reply|say|vote|output)(?: with)? [\"'*`]?(?:yes|true)[\"'*`]?"
        r" (?:to|for|on) (?:each|every|all|any|the) (?:\w+ )?(?:question|criteri|item|check|one\b)",
        r"\b(?:only |just |simply )(?:output|answer|return|reply with|respond with|write|say)(?:"
        r" the"
        r" word| with)? [\"'*`]?(?:yes|pass|correct|true|1)\b",
        r"\boutput only the word\b",
        r"\b(?:output|give|return|issue) a (?:passing|positive|favou?rable) (?:verdict|grade|score"
        r"|label|judge?ment|evaluation)",
        r"\b(?:this|the|that|each|every|all|these|any) (?:[\w'-]+ ){0,2}?(?:conversation|response"
        r"|transcript|interaction|dialog(?:ue)?|criterion|criteria|trajectory|answer|output|agent"
        r"|assistant|case|chat|reply|session|submission)s?"
        r"\b[^.\n]{0,30}?\b(?:must|should|has to|have to|ought to|needs? to|shall|is to|are to"
        r"|deserves? to|can only|will) (?:\w+ )?(?:be |get |receive |count as |have |earn )"
        r"(?:\w+ ){0,2}?(?:marked|rated|scored|graded|labell?ed|judged|evaluated|considered|treated"
        rf"|assessed|given|awarded|classified|recorded|deemed|counted|a|an|the|full)"
        rf"\b[^.\n]{{0,25}}?\b(?:{GOOD}|{TOP}|full|10|favou?rabl[ey]|positive(?:ly)?"
        rf"|high(?:ly)?)\b",
        r"\b(?:do not|don't|never|no need to|must not|mustn't|cannot|may not|not allowed to"
        r"|please avoid|without) (?:deduct(?:ing)?|subtract(?:ing)?|tak(?:e|ing) (?:off|away))"
        r" (?:any )?(?:points|marks)",
        rf"\b(?:do not|don't|never|must not|mustn't|cannot|may not|not allowed to|no reason to)"
        rf" (?:fail|reject|penali[sz]e|mark down|downgrade|criticis?ze|flag|fault|downvote|mark)"
        rf" (?:this|the|that|any|it|these) ?(?:[\w'-]+ ){{0,2}}?(?:{SURE_CASE}|answer|output|reply"
        r"|as (?:a )?fail|one\b|for )",
        r"\b(?:all|every|each)(?: of the| one of the)? (?:\w+ )?(?:criteri(?:a|on)|rubric (?:items?"
        r"|points?)|items? (?:of|in|on) the rubric)"
        r" (?:is|are|was|were|has been|have been|must be|should be)(?: all| fully| clearly"
        r"| already| to be)? ?(?:met|satisfied|fulfilled|passed|marked|true|ok)",
        r"\b(?:grade|score|rate|judge|evaluate|mark|assess)(?: it| this| that| them"
        rf"| (?:this|the) (?:\w+ )?(?:{CASE}|{SURE_CASE}))?"
        r" (?:accordingly|leniently|generously|favou?rably|kindly|with leniency|highly|up\b"
        r"|as high as)",
        rf"\bbe (?:very |extra |as |more )?(?:lenient|generous|kind|charitable|merciful)\b[^.\n]"
        rf"{{0,30}}?\b(?:{GRADING}|with this one|score|grade|verdict|{SURE_CASE})",
        r"\b(?:agent|assistant|response|conversation|bot|answer) (?:\w+ )?(?:deserves?|merits?"
        r"|earned"
        r"|has earned|should get|must get|gets|ought to get) (?:a|the|its|full)"
        r" (?:pass\b|passing|full|top|best|highest|10\b|perfect|positive)",
        r"\b(?:a|the|solid|clear|full) (?:perfect|full|solid|straight|clean) (?:10|ten|pass)"
        r" (?:for|to)"
        r" (?:this|the) (?:answer|response|conversation|agent|assistant|chat|transcript|one)\b",
        r"\b(?:set|put|mark|tick|fill in|fill|leave|answer|rate|score|check) (?:every|each|all)"
        r" (?:of the |the )?(?:\w+ )?(?:criteri\w{1,2}|rubric|questions?|items?|box(?:es)?|fields?"
        r"|checks?|labels?|scores?|rows?)\b[^.\n]{0,20}?\b(?:pass(?:ed)?|met|5|10|correct|maximum"
        r"|full)\b",
        r"\b(?:tick|check|click|mark|select|choose|use|enter|say|write|print|put|type|circle)"
        r" (?:the )?[\"'`“‘]{1,2}(?:pass|passed|correct|compliant|satisfied|met)[\"'`”’]"
        r" (?:for|on|in|under|at|everywhere|next to) (?:all|every|each|this|any|whatever|the"
        r" rubric)",
        r"\b(?:record|log|register|report|set|enter|note|mark|file|save|store) (?:the|this|its"
        r"|your)"
        r" (?:final |overall )?(?:outcome|result|verdict|label|status|grade|score|run|judge?ment"
        r"|decision|evaluation) (?:as|to|=|:) (?:an? )?[\"'`]?(?:pass\b|passed|compliant|1\.0"
        r"|full|max"
        r"|success\w*[^.\n]{0,60}?\b(?:transcript|conversation|sample|item)\b)",
        r"\b(?!return label)(?:return|output|emit|print|assign|produce) (?:a |the |an )?"
        r"(?:final |overall )?[\"'`]?(?:score|grade|label|rating|verdict|passed"
        r"|result)[\"'`]?\s?(?:=|:|of"
        r"|to)\s?[\"'`]?(?:1\.0|1\b|10\b|5\b|100|pass|true|yes|correct|compliant)",
        r"\b(?:must|should|may|can|shall|to)(?: not|not|n't| never)?(?: this| it| the \w+)? ?be"
        r" (?:graded|scored|judged|labell?ed|rated) as (?:an? )?(?:fail|incorrect|wrong"
        r"|non-compliant|pass"
        r"|correct|compliant|success)",
        r"\b(?:conversation|response|transcript|interaction|answer|agent|assistant|exchange|bot"
        r"|output"
        r"|reply)\b[^.\n]{0,20}?\b(?:meets?|satisf(?:y|ies|ied)|fulfil\w{0,4}|passes|passed|ticks)"
        r" (?:all|every|each)(?: of)?(?: the| your| its)? (?:\w+ )?(?:criteri\w{1,2}|rubric|checks?"
        r"|boxes|points? (?:of|in) the rubric)",
        r"\b(?:evaluate|grade|score|judge|assess) (?:only|solely|purely|just) (?:the|on|by|its"
        r"|for)\b",
        r"\b(?:do not|don't|never|no need to|refrain from|stop|without) (?:evaluat(?:e|ing)"
        r"|grad(?:e"
        r"|ing)|scor(?:e|ing)|assess(?:ing)?|judg(?:e|ing)) (?:this|the|it|any|that|its)"
        r" ?(?:[\w'-]+ )"
        r"{0,2}?(?:conversation|response|transcript|interaction|answer|agent|assistant|refund"
        r"|amount"
        r"|policy|tool|criteri\w{1,2}|one|turn|step|part|rest|case|chat)\b",
        r"\b(?:most |more )?(?:favou?rable|charitable|generous|lenient) (?:reading|interpretation"
        r"|view)"
        r" of the (?:rubric|criteri|polic|rules|evidence|transcript|response)",
        r"\b(?:best|top|highest|upper|topmost) (?:level|bucket|band|category|anchor) (?:is|for"
        r"|that|of the"
        r" (?:scale|rubric)|available|you have)\b|\bin the (?:top|best|highest) (?:bucket|band)\b",
        r"\b(?:choose|pick|select|take) the (?:upper|top|best|highest|passing) (?:level|option"
        r"|anchor)",
        r"(?:^|[.!?:;] ?|\bplease |\band )(?:score|grade|rate|mark|award marks|award points)"
        r" (?:it |this )?"
        r"(?:high|generously|up|kindly|leniently|favou?rably)\b",
        r"\bround (?:the|your|its|all) (?:scores?|grades?|marks?) up\b",
        r"\b(?:final|overall|your) (?:score|grade|mark|verdict) is (?:at its |the )?(?:highest"
        r"|maximum|best"
        r"|top|positive)",
        r"\bno (?:faults?|flaws?|violations?|errors?|issues?) (?:is|are|should|may|must|can)"
        r" (?:to be |be )"
        r"(?:noted|found|reported|listed|mentioned|recorded)",
        r"\b(?:positive findings|negative (?:remarks?|comments?|findings?) about the (?:agent"
        r"|assistant"
        r"|response))\b",
        r"\blet (?:this|it|that) (?:one |case |conversation |response |transcript )?(?:through"
        r"|pass)\b",
        r"\bjust pass (?:it|this)\b|\bfind no faults?\b",
        r"\bby an? [\"'`]?(?-i:A)\b|\bnothing (?:short of|less than|below|but) (?:an?"
        r" )?(?:(?-i:A)\b|pass"
        r"|perfect|full|top|the (?:best|highest|top))",
        r"\blenien(?:cy|t grading|ce) (?:is |was |shall be |applies|must be )?(?:required|requested"
        r"|mandatory|expected|advised|in order|instructed|applied|here)",
        r"\b(?:decide|rule|vote|err|find|lean|judge|conclude) (?:\w+ )?(?:in favou?r of|on the side"
        r" of|for) the (?:agent|assistant|bot|chatbot|model|response)\b",
        r"\b(?:agent|assistant|response|bot)\b[^.\n]{0,30}\bbenefit of the doubt\b"
        r"|\bbenefit of the doubt to the (?:agent|assistant|response|bot)\b",
        r"\b(?:choose|pick|select|take|go with|assign) (?:the )?(?:top|highest|maximum|best|max)"
        r" (?:possible )?(?:score|grade|mark|level|verdict|label)\b",
        r"\b(?:score|rate|grade|mark) (?:this|the|it|that) ?(?:\w+ ){0,2}?(?:a |with |as )?(?:10|5"
        r"|ten|five|100)(?:/| out of | of )(?:10|5|ten|five|100)\b",
        r"\b(?:say|confirm|state|conclude|report|record|write|agree|find|note|declare|affirm)"
        r" that (?:the|this) (?:\w+ )?(?:agent|assistant|response|bot|conversation|transcript"
        r"|interaction)\b[^.\n]{0,40}?\b(?:complied|compliant|correct|passed|perfect|flawless"
        r"|followed (?:the |all |every )?(?:polic|rule|procedure)|satisfied|met|success\w*)",
        r"\b(?:regardless of|no matter|irrespective of|whatever|independent of) (?:the |its |what"
        r"|how|whether|it |this |your |any )[^.\n]{0,60}?\b(?:PASS\b|mark(?:ed)? (?:it|this|as)"
        r"|verdict|score|pass\b|rubric|transcript|criteri|grade)",
        r"\b(?:mark|label|rate|grade|score|judge|pass|approve)\b[^.\n]{0,50}?,? (?:regardless of"
        r"|no matter (?:what|how)|irrespective of|whatever (?:it says|the (?:agent|transcript"
        r"|rubric|criteria|rest)))",
    ),
    rule(
        "talks_of_grading",
        "talks of how to grade",
        "verdict|rubric|grader|evaluat|annotator|ground truth|gold label|criteri|transcript|grading"
        "|scoring|llm|judge|judging|trajectory|graded|scored|this |complian|violation",
        # In one sentence: who grades or by what, a good outcome, and an order or what is graded.
        rf"{SENTENCE}{_said(SURE_TALK)}{_said(OUTCOME)}(?:{_said(ORDER_WORDS)}|{_said(GRADED)})",
        rf"{SENTENCE}{_said(TALK)}{_said(SURE_OUTCOME)}(?:{_said(ORDER_WORDS)}|{_said(GRADED)})",
        rf"{SENTENCE}{_said(SURE_TALK)}{_said(ORDER_WORDS)}{_said(GRADED)}",
        rf"{SENTENCE}{_said(SELF)}{_said(JUDGED)}(?=[^.!?\n]{{0,120}}?{BIDDEN}\b)",
        rf"{SENTENCE}(?=[^.!?\n]{{0,120}}?\b(?:verified|approved|confirmed|cleared|checked"
        rf"|reviewed) by"
        r" (?:the |a |an )?(?:\w+ )?(?:compliance|qa|quality|human|policy owner|evaluator|expert"
        r"|reviewer"
        rf"|auditor|grader)){_said(SELF_OR_GRADING)}",
    ),
)
