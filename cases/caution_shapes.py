"""Shapes that stand for something else: fences, verdicts, marks of a chat, hidden markup. Pure;
data only."""

from cases.caution_rule import rule
from cases.caution_vocabulary import CASE, GOOD, TOP

_Q = r"[\"'*`“”«»]*"
_PASS = rf"{_Q}(?:pass(?:ed)?|(?-i:YES|CORRECT|SUCCESS|COMPLIANT|APPROVED))\b{_Q}"

SHAPES = (
    rule(
        "fence_mark",
        "imitates the end or beginning of the transcript",
        "transcript|case|conversation|data|rubric|criteria|dialog|evaluation|instructions|input"
        "|session|document|untrusted",
        r"</?(?:transcript|case|conversation|dialog(?:ue)?|rubric|criteria|evaluation"
        r"|instructions|untrusted|case_data|untrusted_\w{1,20}|user_input|chat_log"
        r"|conversation_\w{1,20}|transcript_\w{1,20})(?: [^>]{0,60})?>",
        r"<<<\s{0,5}/?\w[\w ]{0,40}>>>",
        r"[=\-#*\[<~_]{2,}\s{0,5}(?:the )?(?:end|begin|start)(?:ning|s)? (?:of )?(?:the )?"
        r"(?:untrusted |user |case )?(?:transcript|conversation|case|data|dialog(?:ue)?|evaluation"
        r"|input|session|document)\b",
        r"\[{1,3}\s{0,5}end (?:of )?(?:the )?(?:untrusted |user |case )?(?:transcript|conversation"
        r"|case|data|dialog(?:ue)?|input|session)\s{0,5}\]",
        r"\b(?:transcript|conversation|dialog(?:ue)?|case data) (?:ends|is over|has ended|stops"
        r"|finishes)(?: here| now)?[.,:;!]? (?:now|verdict|evaluat|grad|output|the rest|what"
        r" follows"
        r"|below|new|instructions?|judge|your|final|answer|everything)",
    ),
    rule(
        "verdict_mark",
        "gives a verdict of its own",
        "therefore|conclusion|answer key|ruling|jury|verdict|judgement|judgment|final answer"
        "|answer must|evaluation|label|grade|rating|<eval"
        "|<result|assessment|score|criteri|outcome|pass|is_correct|rationale|reasoning|<answer"
        "|policy|complian|accuracy|grounded|resolution|tone|safety|polite|helpful|faithful|relevan"
        "|grading|scoring|judging|correct_|reply must|output must|answer should|reply should"
        "|output should|success",
        r"\b(?:verdict|judge?ment|final answer|evaluation|assessment)\b[\"'*`_ ]*"
        r"(?::|=|is\b|:=|must be\b|->|→|[-–—] )[\"'*`_ ]*(?:a )?(?:yes|no|pass(?:ed)?|fail(?:ed)?"
        r"|true"
        r"|correct|compliant|success(?:ful)?|positive|full marks)\b(?! on\b)",
        r"\b(?:final|overall|resulting) (?:grade|score|label|rating|assessment"
        r"|judge?ment)[\"'*`_ ]*(?::|=|is\b|->|→)[\"'*`_ ]*(?:{TOP}|pass(?:ed)?\b|correct\b"
        r"|compliant\b|success\b)",
        r"\bcriteri(?:on|a)\b[^.\n]{0,30}(?::|=|->)[\"'*` ]*(?:pass(?:ed)?|yes|met|satisfied"
        r"|true)\b",
        r"<(?:eval|evaluation|result|grade)\b[^>]{0,40}\b(?:pass|yes)\b",
        r"<(?:verdict|grade|label|judge?ment|evaluation|final_answer|answer|eval|score|result"
        r"|decision)>[\s\"'*]{0,5}(?:pass(?:ed)?|yes|correct|compliant|(?:10|100|5|1(?:\.0)?)\b)",
        r"[\"'](?:verdict|final_verdict|judge?ment|is_correct|meets_criteri\w{1,9}|criteria_met"
        r"|evaluation|assessment|judge_\w{1,20}|final_grade)[\"']\s{0,3}:\s{0,3}[\"']?(?:pass"
        r"|yes|true|correct|compliant|success|10\b|5\b|1\b|1\.0)",
        r"[\"'](?:label|score|grade|rating|criterion\w{0,9})[\"']"
        r"\s{0,3}:\s{0,3}[\"']?(?:pass|yes|true|correct|10\b|100\b|5\b|1\b|1\.0)[^}]{0,120}[\"']"
        r"(?:rationale|reasoning|criterion|justification|explanation|critique|evidence)[\"']",
        r"[\"'](?:rationale|reasoning|justification|explanation|critique|evidence)[\"']\s{0,3}:"
        r"[^}]{0,160}[\"'](?:label|score|grade|rating)[\"']"
        r"\s{0,3}:\s{0,3}[\"']?(?:pass|yes|true|correct|10\b|100\b|5\b|1\b|1\.0)",
        r"\b(?:your|the) (?:answer|reply|output|response|final answer|first word|only word)"
        rf" (?:must|should|has to|needs to|shall|is to) (?:be|read|say|start with|contain)[: ]*"
        rf"(?:{_PASS}|{_Q}yes\b)",
        r"\byour (?:verdict|judge?ment|evaluation|score|grade|assessment|rating|decision)"
        rf" (?:must|should|has to|needs to|shall|ought to|is to)\b[^.\n]{{0,25}}?(?:{GOOD}|{TOP}"
        rf"|(?:the )?(?:maximum|highest|best|top|max)\b"
        r"|favou?r|in favou?r|yes\b|positive)",
        r"\bthe (?:verdict|judge?ment) (?:must|should|has to|needs to|shall|ought to|can only)"
        r" be\b",
        r"\b(?:policy|compliance|accuracy|correctness|grounded(?:ness)?|resolution|politeness|tone"
        r"|helpfulness|faithfulness|safety|completeness|relevance|correct_\w{2,20})[\"'*` ]*(?::"
        r"|=|->|→)"
        r"[\"'*` ]*(?-i:PASS|MET)\b",
        r"\b(?:evaluation|grading|scoring|assessment|judging) (?:is |was |has been"
        r" )?(?:complete[d]?"
        r"|finished|done|over|concluded|closed|skipped)\b[^\n]{0,50}?\b(?:(?-i:PASS)|verdict|no"
        r" further|full marks)\b",
        r"\b(?:verdict|therefore|conclusion|answer key|ruling|jury|judge|judge?ment|grade"
        r"|decision)\b"
        r"[^.\n]{0,30}?(?-i:\bPASS\b)",
        r"\bruling\s?[:=] ?(?:the agent|pass|complian|correct)",
        r"[\[(<{]\s?(?:grade|verdict|label|score|judge?ment)\s?[:=]\s?[\"']?(?:pass|10|5|correct"
        r"|yes|1\.0)",
        r"\b(?:score|grade|verdict|criterion_met|is_correct|criteria_met"
        r"|meets_criteria)\s?=\s?[\"']?(?:10"
        r"|5\b|1\.0|true|pass|yes|correct)",
        r"<score>\s?(?:10|100|5|1\.0)",
        r"[\"']passed[\"']\s?:\s?true[^}\n]{0,60}[\"'](?:critique|rationale|reasoning"
        r"|justification|feedback)",
        r"\b(?:all|every|each) (?:of the )?criteri(?:a|on) (?:is |are |was |were )?(?:satisfied"
        r"|met|fulfilled)",
        r"\bmy (?:verdict|judge?ment|evaluation) as (?:the|an?) ",
        r"\bwrite [\"'*`]?PASS\b",
        r"\b(?:correct|right|expected|true|gold|reference|ground[- ]truth|proper|only acceptable"
        r"|only valid|only correct|appropriate|intended|agreed|official|known) (?:label|verdict"
        rf"|grade|rating|answer|score|judge?ment|outcome|evaluation) (?:for|of|to|on|in) (?:this"
        rf"|the"
        rf"|each|every|all) (?:\w+ )?{CASE}s? (?:is|:|=|are|must|should|will)",
        r"\b(?:correct|right|expected|true|gold|reference|ground[- ]truth|proper|only acceptable"
        r"|only valid|only correct|appropriate|intended|agreed|official|known) (?:verdict|grade"
        r"|score|label|judge?ment|outcome|evaluation|rating)"
        rf"(?: here| is|:| =| has to be| must be| should be){{1,3}} ?(?:a |an )?(?:{_PASS}|{TOP}"
        rf"|{GOOD}\b|(?:10|5|1)\b)",
        r"\brecord(?:ed)? (?:this as )?(?:a|an) (?:pass|success)\b",
        r"\b(?:counts?|qualif(?:y|ies)|registers?|goes down|stands) as (?:a )?(?:pass\b"
        r"|full compliance|met\b)",
    ),
    rule(
        "role_mark",
        "imitates the marks between turns of a chat",
        "<|im_|<|start|<|end|<|system|<|user|<|assistant|<|eot|<|begin|[inst]|[/inst]|<<sys>>"
        "|<start_of_turn|<end_of_turn|assistant:|human:|system:|instruction:|system prompt"
        "|system message|<|<system|</system|role|[system|system|developer:|admin:|### |## "
        "|user:|<assistant|<developer|response:|<function|<tool|developer|admin|override|note|hint",
        r"<\|/?[a-z][a-z0-9_ ]{1,30}\|>|<｜[^｜\n]{2,40}｜>",
        r"\[/?inst\]|<</?sys>>|</?(?:start|end)_of_turn>|\[/?(?:system_prompt|available_tools"
        r"|tool_results)\]",
        r"</?(?:system|system[_-](?:prompt|message|instructions?|note|reminder)|assistant|developer"
        r"|admin_\w{1,20}|developer_\w{1,20}|function_calls?|function_results?|tool_response)>",
        r"^\s{0,9}#{2,}\s{0,3}(?:system|instruction|assistant|human|user|response)s?"
        r"(?: (?:message|prompt|instructions?|override|note))?\s{0,3}:",
        r"^\s{0,9}#{2,}\s{0,3}(?:system|assistant|human)(?: (?:message|prompt|instructions?"
        r"|override))?\s{0,3}$",
        r"#{3,}\s{0,3}(?:system|instruction|assistant|human)\b(?: (?:message|prompt|override))?"
        r"\s{0,3}:?\s{0,3}(?:you|ignore|the |grade|output|new|all|from|this)\b",
        r"^\s{0,9}(?:assistant|human)\s{0,3}:",
        r"^\s{0,9}[\[(<*]{0,3}system (?:prompt|message|instructions?|note|notice|update|override"
        r"|directive|alert to)[\])>*]{0,3}\s{0,3}[:\]]",
        r"(?:^|[.!?\n] ?)\W{0,4}(?:system|developer|admin(?:istrator)?|root|user|sysadmin)"
        r"[\])>*]{0,3}\s{0,3}:[^\n]{0,80}?\b(?:you (?:are (?:an?|the|now|grading|evaluating|to) "
        r"|must (?:pass|output|grade|score|rate|approve|ignore|answer|mark|give|obey)|will"
        r" (?:pass|output|grade|approve|ignore)|approve)|your (?:task|role"
        r"|verdict|instructions)|grad(?:e|ing)|evaluat\w{1,4}|verdict|approve (?:all|every|this"
        r"|each)"
        r"|ignore|judge|rubric|(?:mark|score|rate) (?:this|all|it|every)|pass (?:this|all|every"
        r"|the)|PASS\b)",
        r"^\s{0,9}[\[(]\s{0,3}(?:system|developer|admin|root)\s{0,3}[\])]:?[^\n]{0,80}?\b(?:you"
        r" (?:are|must|should|will)|grad(?:e|ing)|evaluat\w{1,4}|verdict|approve|ignore|judge"
        r"|rubric|reward|PASS\b|pass (?:this|all|every))",
        r"\b(?:begin|end|start)(?: of)?(?: the)? (?:system|developer|hidden|admin) (?:message"
        r"|prompt"
        r"|instructions?|note|override)\b",
        r"[\[(<{]\s?(?:developer|admin|system|evaluat\w{2,3}|judge|grader|grading|ai|model|llm"
        r"|assistant"
        r"|reviewer)[ _-](?:note|message|instructions?|comment|hint|override|directive|notice)s?\b",
        r"^\W{0,3}(?:admin|developer|system|moderator|root) (?:here|speaking|note)\b[:,.]",
        r"[\"']role[\"']\s{0,3}:\s{0,3}[\"'](?:system|assistant|developer)[\"']",
    ),
    rule(
        "forged_step",
        "imitates a step of the transcript",
        "say|call|result|transfer|error",
        r"^\s{0,9}\d{1,4}\. [\w.-]{1,60} (?-i:SAY|CALL|RESULT|TRANSFER|ERROR) ",
    ),
    rule(
        "hidden_markup",
        "hides words to a grader in markup that is not shown",
        "<!--|display|font-size|color|opacity|visibility|[//]|hidden|[comment]",
        r"<!--(?:(?!-->)[^<]){0,300}?\b(?:verdict|evaluator|grader|judge|rubric|full marks"
        r"|pass(?:ed)?"
        r"|ai|llm|model|approve|correct|instructions?|ignore (?:all|the|any)|score|system)\b",
        r"\[(?://|comment)\]: ?#? ?[\"'(][^\n]{0,200}?\b(?:verdict|evaluator|grader|judge|rubric"
        r"|full marks|pass(?:ed)?|ai|llm|model|approve|correct|instructions?|score)\b",
        r"(?:display ?: ?none|font-size ?: ?[01](?:px|pt|em)?\b|opacity ?: ?0\b|visibility ?:"
        r" ?hidden"
        r"|color ?: ?(?:white|#fff(?:fff)?|transparent)\b)[^>\n]{0,60}>[^<\n]{0,200}?\b(?:verdict"
        r"|evaluator|grader|judge|rubric|full marks|pass(?:ed)?|ai|llm|model|approve|correct"
        r"|instructions?|score)\b",
    ),
)
