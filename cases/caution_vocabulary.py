"""Words that text aimed at a grader is made of, as pieces of patterns. Pure; data only.

Gaps between words are bounded everywhere, so that a text takes time in proportion to its length.
"""

GRADER = (
    r"(?:evaluators?|graders?|raters?|judges?|annotators?|assessors?|scorers?|adjudicators?"
    r"|examiners?|labell?ers?|autoraters?|reviewers?|auditors?|markers?"
    r"|evaluation (?:model|bot|system|agent|script|engine)|scoring (?:model|bot|system|agent|script"
    r"|engine)|grading (?:model|bot|system|agent|script|engine)|qa (?:reviewers?|models?|bots?"
    r"|agents?|graders?|analysts?|llms?)|quality reviewers?)"
)
# Those who grade and are hardly ever spoken of to a customer.
SURE_GRADER = (
    r"(?:evaluators?|graders?|annotators?|autoraters?|llm|llm judges?|ai judges?|judge models?"
    r"|(?:ai|llm|automated|automatic) (?:reviewers?|raters?|assessors?|auditors?|scorers?)"
    r"|(?:evaluation|scoring|grading|judging) (?:model|bot|agent|engine|llm|ai))"
)
MODEL = (
    r"(?:ai|llm|llms|gpt|chatgpt|a\.i\.|language models?|ai models?|large language models?"
    r"|automated|automatic|artificial|reviewing model|machine|model)"
)
CASE = (
    r"(?:case|conversation|response|answer|transcript|interaction|dialog(?:ue)?|criterion"
    r"|criteria|trajectory|exchange|chat|session|output|trace|reply|transaction log|sample|item"
    r"|entry|run|submission|completion)"
)
# Those that mean nothing else in what customers write.
SURE_CASE = (
    r"(?:conversation|response|transcript|interaction|dialog(?:ue)?|criterion|criteria|trajectory"
    r"|exchange|submission|completion|agent(?:'s)?|assistant(?:'s)?|bot(?:'s)?|chatbot(?:'s)?)"
)
GRADING = (
    r"(?:evaluat(?:e|es|ing|ion)|grad(?:e|es|ing)|scor(?:e|es|ing)|judg(?:e|es|ing)"
    r"|assess(?:es|ing)?|rat(?:e|es|ing)|review(?:s|ing)?|label(?:s|l?ing)?|annotat(?:e|es|ing)"
    r"|mark(?:s|ing)?|audit(?:s|ing)?)"
)
GOOD = (
    r"(?:pass(?:ed|es|ing)?|(?:fully |entirely |completely |100 ?% )?(?:correct|compliant|accurate"
    r"|satisfactory)|perfect|excellent|flawless|exemplary|outstanding|faultless|successful"
    r"|a success|a pass|success|satisfied|fulfilled|met)"
)
TOP = (
    r"(?:full (?:marks|points|score)|top marks|(?:the |a |an )?(?:maximum|maximal|max|highest|full"
    r"|perfect|best|top|topmost|passing|positive|favou?rable|flawless|successful|high|excellent)"
    r"(?: possible| available| allowed)?[ -](?:score|scores|rating|grade|grades|mark|marks|points"
    r"|verdict|judge?ment|evaluation|assessment|label)"
    r"|(?:10|ten)(?:/| out of | of )(?:10|ten)|100(?:/| out of )100|5(?:/| out of )5"
    r"|a (?:clear |clean |straight )?(?-i:PASS)|an? [\"'“]?(?-i:A\+)|100 ?(?:%|percent|points))"
)
BEFORE = (
    r"(?:previous|previously given|prior|above|earlier|preceding|foregoing|existing|original"
    r"|initial|past|former|hitherto given|system|hidden|developer|safety|default|built-in|current)"
)
ORDERS = (
    r"(?:instructions?|prompts?|directions|directives?|guidelines|guidance|rules|commands?"
    r"|constraints|restrictions|safeguards|guardrails|programming|criteria|rubrics?|mandates?"
    r"|system messages?|system prompts?)"
)
# What is theirs alone who grade.
RUBRIC = (
    r"(?:rubrics?|grading|scoring|evaluation (?:criteria|instructions|guidelines|rubric|prompt"
    r"|rules|task)|system prompt|criteria|marking scheme|judging (?:criteria|instructions|rules)"
    r"|scorecard|safety (?:rules|instructions|guidelines))"
)
DROP = (
    r"(?:ignore|ignoring|disobey|defy|ditch|disregard|disregarding|forget|override|overrule"
    r"|bypass|discard|dismiss"
    r"|abandon|neglect|drop|set aside|put aside|throw out|throw away|cancel|erase|delete|wipe|reset"
    r"|scrap|nullify|void|suspend|supersede|replace|circumvent|sidestep|unlearn"
    r"|(?:do not|don't|never|no longer|must not|stop|quit|cease)"
    r" (?:follow(?:ing)?|obey(?:ing)?|apply(?:ing)?|us(?:e|ing)|consider(?:ing)?|heed(?:ing)?"
    r"|adher(?:e|ing) to|comply(?:ing)? with|listen(?:ing)? to|rely(?:ing)? on|bound by)"
    r"|pay no (?:attention|heed|mind) to|take no notice of|deviate from|depart from"
    r"|refrain from following)"
)
# What stands between "ignore" and "instructions"; not "my", which is a customer's.
MINE = (
    r"(?:(?:all|any|the|your|of|these|those|every|each|everything in|whatever|and|or|both|other"
    r"|ur|yr|everyone of"
    r"|every single|absolutely all) ){0,6}"
)
# Words behind which a verb is told of and not asked for.
NOT_TOLD = (
    r"(?<!\bi )(?<!\bwe )(?<!\bhe )(?<!\bshe )(?<!\bthey )(?<!\bto )(?<!\bi'd )(?<!\bwould )"
    r"(?<!\bdid )(?<!\bdo you )(?<!\bcan't )(?<!\bcould )"
)

# Where a sentence begins, and what is looked for in it by several rules at once.
SENTENCE = r"(?:^|(?<=[.!?\n]))"
SURE_TALK = (
    r"(?:verdicts?|rubrics?|graders?|evaluators?|annotators?|autoraters?|ground truth|gold label"
    r"|llm judges?|ai judges?|grading instructions)"
)
TALK = (
    r"(?:criteri(?:on|a)|evaluat(?:e|es|ed|ing|ion)|judg(?:e|es|ed|ing)|transcript|grad(?:e|es|ed"
    r"|ing)"
    r"|scor(?:e|es|ed|ing)|llms?|trajectory|assess(?:ed|ment)?)"
)
OUTCOME = (
    r"(?:pass(?:es|ed|ing)?|full marks|complian(?:t|ce)|lenien(?:t|cy|tly)|success(?:ful|fully)?"
    r"|correct(?:ly)?|approve[sd]?|positive(?:ly)?|favou?rabl[ey]|satisfied|perfect(?:ly)?|met"
    r"|maximum|highest|flawless(?:ly)?|generous(?:ly)?|five|10/10|5/5|yes|meets|best|fail(?:s|ed"
    r"|ing)?"
    r"|no violations?|excellent|waived)"
)
SURE_OUTCOME = (
    r"(?:(?-i:PASS)|full marks|full points|a pass|as pass(?:ed|ing)?|lenien(?:t|cy|tly)|10/10|5/5"
    r"|(?:maximum|highest|top|perfect|full) (?:score|grade|mark|marks|points|level)"
    r"|policy[- ]compliant|fully compliant|as (?:fully )?compliant|as correct)"
)
ORDER_WORDS = (
    r"(?:must|please|should|have to|has to|need to|needs to|only|never|do not|don't|always|unless"
    r"|ignore|disregard|treat|record|count|give|set|output|return|tick|choose|award|assign|kindly"
    r"|make sure|ensure|write|say|choose|put|use|enter|print|leave|view|regard|read|conclude|skip"
    r"|overlook|forget|assume|pretend|mark|rate|answer|respond|let|accept)"
)
GRADED = (
    r"(?:(?:this|the|that|each|every|my) (?:[\w-]+ ){0,2}?(?:conversation|response|transcript"
    r"|interaction|exchange|chat|answer|agent|agent's|assistant|assistant's|trajectory|item|sample"
    r"|dialog(?:ue)?|reply|criterion|output)|this case|this one|all criteria)"
)
# What follows where a new task or somebody's message is about grading, in the same line.
AIM = (
    r"[^\n]{0,100}?\b(?:pass(?:es)?|grad(?:e|es|ing)|scor(?:e|es|ing)|verdicts?|ignore|judg(?:e"
    r"|ing)"
    r"|evaluat\w{1,4}|rubric|approve|lenien\w{1,4}|praise|output|pretend|agent|assistant"
    r"|criteri\w{1,2})"
    r"\b"
)
# What a text calls itself that speaks of how it is to be graded.
SELF = (
    r"this (?:[\w-]+ )?(?:conversation|response|transcript|interaction|dialog(?:ue)?|exchange"
    r"|chat|reply"
    r"|answer|trajectory|sample|one)"
)
JUDGED = (
    r"(?:pass(?:es|ed|ing)?|verdict|graded?|positive(?:ly)?|complian(?:t|ce)|perfect|excellent"
    r"|faults?"
    r"|violations?|approved?|best|top|rubric|criteri(?:on|a)|evaluat(?:e|ed|ing|ion)|flawless"
    r"|model example"
    r"|up-?vote|acceptable)"
)
BIDDEN = (
    r"(?:^|[.!?:;,]|\band|\bto|\bmust|\bshould|\bplease|\bjust) ?(?:view|think of|count|put|let"
    r"|give|mark"
    r"|treat|regard|read|leave|note|use|choose|accept|assess|ensure|consider|up-?vote|round|deem"
    r"|judge"
    r"|place|file|list|declare|call|rate|label|assign|award)"
)
SELF_OR_GRADING = rf"(?:{SELF}|sample|evaluation|grading|violations?|verdict|correct|rubric)"
