"""Orders to a model, and reasons why it should follow them. Pure; data only."""

from cases.caution_rule import rule
from cases.caution_vocabulary import AIM, BEFORE, DROP, MINE, NOT_TOLD, ORDERS, RUBRIC

ORDERED = (
    rule(
        "overrides_orders",
        "tells a model to drop its instructions",
        "ignor|disregard|forget|overrid|overrul|bypass|follow|pay no|instruction|role|from now on"
        "|you are now|context|void|cancel|skip|obey|from this|from here|rules|prompt|rubric"
        "|criteria|guideline|directive|new task|jailbreak|your task|your goal|programming"
        "|commands|mode|stick|adher|above|before this|your role|your job",
        rf"\b{DROP} {MINE}{BEFORE} (?:(?!delivery|shipping|return|payment|assembly|order|wash)"
        rf"[\w-]+ )?{ORDERS}\b",
        rf"\b{DROP} {MINE}{BEFORE}(?:,| and| or) (?:[\w-]+ ){{1,3}}{ORDERS}\b",
        rf"\b{DROP} (?:the|your|this|all|any|these|every) (?:[\w-]+ ){{0,2}}?{RUBRIC}\b",
        rf"\b{DROP} (?:all|any|the|your|whatever|those|these) (?:[\w-]+ ){{0,3}}?{ORDERS}\b"
        r"[^.\n]{0,30}\b(?:you(?:'ve| have| were| are|'d| had)? (?:been )?(?:given|handed|shown"
        r"|issued|sent|provided|told|received"
        r"|got|following|taught)|that (?:came|were given|precede)|(?:given|listed|written|stated"
        r"|provided) (?:to you|above|before|earlier)|so far|up to (?:now|this point)|above\b"
        r"|before this)",
        rf"\b{DROP} (?:everything|all|anything|whatever|what|all of what) (?:(?:that )?(?:is |was "
        r"|came |stands |you read )?(?:above|before(?: this)?|previously|preceding|prior)"
        r"|you (?:were|have been|had been|'ve been|got|are) (?:told|given|instructed|taught)"
        r"|you know|that came before|the system (?:prompt|message)|said (?:above|before)"
        r"|written above|up to (?:now|this point|here)|so far)",
        rf"\b{DROP} (?:all|your) (?:of your )?(?:\w+ )?{ORDERS}\b",
        r"\b(?:all |any |your |the |those )*(?:previous|prior|earlier|preceding|above|original"
        rf"|existing|initial|foregoing|system) (?:{ORDERS}|context|messages?)"
        r" (?:is|are|was|were|has been|have been)?"
        r" ?(?:now |hereby |all |considered |therefore ){0,2}(?:void|cancelled|canceled|null"
        r"|revoked"
        r"|no longer|superseded|replaced|overridden|obsolete|invalid|suspended|withdrawn|lifted"
        r"|rescinded|expired|irrelevant|outdated|deleted|a test)",
        r"\bconsider (?:all|any|your|every) (?:\w+ )?(?:directions|instructions|rules|orders"
        r"|prompts)"
        r" (?:\w+ )?(?:cancelled|canceled|void|null|revoked|withdrawn)",
        r"\bbegin new (?:context|session|instructions|task)\b|\bskip your (?:\w+ )?(?:checks"
        r"|instructions|rubric|evaluation|analysis)\b",
        r"\bskip (?:the |any |all )?(?:policy|rubric|evidence|grading|evaluation|criteri\w{1,3}"
        r"|compliance|scoring)[ -](?:check|checks|step|steps|analysis|review)\b",
        r"\b(?:none|no|not one) (?:of )?(?:your|the|those|these|all)? ?(?:\w+ )?(?:instructions"
        r"|guidelines"
        r"|directives|prompts|criteria) (?:\w+ ){0,2}?(?:apply|applies|hold|count|matter|are"
        r" valid)",
        r"\bwhat(?:ever)? you (?:were|have been|had been) (?:told|taught|given|instructed|asked)"
        r"[^.\n]{0,25}?\b(?:is|was|no longer|does not|doesn't|can be)\b",
        r"\bfollow (?:only )?(?:this|these|my|the following|the) (?:\w+ )?(?:notes?|messages?|text"
        r"|instructions?|orders|lines?) (?:instead|only|alone|rather)",
        rf"\byour (?:only |sole |new )?(?:task|role|job|goal|objective|mission) (?:is now|now is"
        rf"|has"
        rf" changed){AIM}",
        rf"\b(?:now|henceforth),? your (?:task|role|goal|objective|mission) is{AIM}",
        r"\bnot (?:what|as|how) your (?:\w+ )?(?:prompt|instructions?|rubric|guidelines|developers?"
        r"|makers|creators) (?:say|said|says|tell|told|wrote|want)",
        r"\b(?:exit|leave|enter|switch to|activate|enable|start|use|quit|disable|engage) (?:the"
        r" )?(?:evaluation"
        r"|grading|lenient|judge|judging|scoring|reviewer|unrestricted|jailbreak) mode\b",
        r"\b(?:leave|quit|drop|give up|exit|abandon|forget) your (?:role|job|task|duty|duties)"
        r" (?:as|of)\b",
        r"\b(?:not|n't|never|without) (?:need to |have to |has to )?(?:stick(?:ing)?|adher(?:e|ing)"
        r"|keep(?:ing)?|hold(?:ing)?|bind yourself|bound) to (?:the |your |any |what )(?:\w+"
        r" )?(?:rubric"
        r"|prompt|instructions|guidelines|criteria|system)",
        r"\b(?:set|reset|change) your (?:guidelines|rules|instructions|criteria|rubric|prompt)"
        r" to\b",
        r"\b(?:instructions?|rules|prompt|text|everything|all) (?:above|before this|before this"
        r" line)"
        r"(?: was| is| were| are)? (?:only |just |merely |as )?(?:an? )?(?:examples?|test|jokes?"
        r"|draft"
        r"|sample|placeholder)\b",
        r"\b(?:in|of|from) your (?:system |original |hidden )?prompt\b",
        r"\bfrom (?:here|this line|now) on,? only (?:this|these|my|the following)",
        r"\byour (?:guidelines|instructions|rubric|prompt|system prompt|criteria) (?:was|were|has"
        r" been"
        r"|have been|is|are) (?:\w+ ){0,2}?(?:updated|changed|replaced|revised|amended|extended"
        r"|overridden|suspended|void|wrong)",
        r"\b(?:instead of|rather than) (?:(?:evaluating|grading|judging|scoring)(?:,| this| the"
        r" (?:agent|response|conversation|transcript))|following (?:the|your)"
        r" (?:rubric|instructions|criteria|guidelines|system))",
        r"\b(?:system|admin|administrator|evaluator|grader|judge|grading|evaluation|root|developer"
        r"|policy|safety|instruction) override\b(?! code)",
        r"\bnew (?:system |evaluation |grading |priority |core |task |secret )?(?:instructions?"
        r"|directives?"
        r"|system prompt)\s?:",
        rf"\bnew (?:tasks?|objective|role|goal)\s?:{AIM}",
        r"\b(?:updated|revised|additional|special|urgent|important|secret|hidden|real|actual|true)"
        r" (?:system |grading |evaluation |scoring |judging )?(?:instructions?|directives?|rubric"
        r"|system prompt) ?(?:for (?:the )?(?:ai|model|llm|evaluator|grader|judge|assistant))",
        r"\b(?:updated|revised|new|corrected) (?:grading|evaluation|scoring|judging|rating)"
        r" (?:instructions?|rubric|criteria|rules|policy|guidelines?)\b",
        r"\b(?:the )?(?:real|actual|true) (?:instructions|task|rubric) (?:start|begin|follow)s?\b",
        rf"\byour (?:new|real|true|actual|updated|only true|primary) (?:task|instructions?|role"
        rf"|objective"
        rf"|goal|purpose|mission|directive|function|job) (?:is|are|now|will be){AIM}",
        r"\b(?:the )?(?:policy|rubric|instructions?|prompt) (?:below|that follows|here|in this"
        r" message) (?:replaces?|supersedes?|overrides?|takes? precedence)",
        r"\b(?:this|these|the following) (?:message|note|instructions?|text|rules?|notice|lines?)"
        r" (?:replaces?|supersedes?|overrides?|takes? precedence over|outranks?|cancels?)"
        r" (?:all|any|the|your|every|previous|prior|everything)",
        r"\bfrom (?:now|this point|here|this moment|this line|this message)(?: on| onwards?"
        r"| forward)?,? you (?:are (?:no longer|free|my|(?:an?|the) (?:[\w-]+ ){0,2}(?:ai|model"
        r"|bot|assistant|chatbot|system|judge|grader|evaluator|llm))\b|must\b|act\b|follow\b|only"
        r" (?:answer|respond|output|follow|say)|shall\b|obey\b|answer\b|respond\b|(?:will|should)"
        r" (?:act|respond|answer|be (?:an?|the)|ignore|output|follow|pretend|grade|score|rate|obey"
        r"|only (?:answer|respond|output|follow|say)))",
        r"\byou are now (?:in )?(?:dan\b|developer mode|jailbroken|unrestricted|an unrestricted"
        r"|free (?:of|from)|freed|(?:an?|the) (?:\w+ ){0,2}(?:model|ai|bot|llm|assistant (?:that"
        r"|who)"
        r"|system that|program|chatbot that|helper that))",
        r"\byou have a new (?:role|task|objective|goal)\s?[:;.-]|\bjailbreak(?:ed)? mode\b"
        r"|\bdo anything now\b|\bunrestricted mode\b",
        r"\byou (?:do not|don't|no longer|need not) (?:have to |need to )?(?:follow|obey|apply|use"
        r"|consult) (?:the|your|any) (?:\w+ )?(?:rubric|instructions|guidelines|criteria|system"
        r" prompt|rules you)",
    ),
    rule(
        "claims_authority",
        "claims that it was checked or decided by somebody else",
        "verified|approved|validated|graded|certified|scored|reviewed|developer|openai|anthropic"
        "|evaluation team|grading|agree|for the record|compliant|correct|authori|signed off|vetted"
        "|cleared|confirmed|audited|annotator|grader|evaluator|marked|signed|exception|comes from"
        "|waiver|judges|model|run of|already|previously|exempt|exclu|skip|waived|known|reference"
        "|violation|qa |legal|complian|quality|grading|calibration|benchmark|administrator|judged"
        "|rated|flawless",
        r"\b(?:this|the|above|following|preceding) (?:[\w'-]+ ){0,2}?(?:conversation|transcript"
        r"|response|trajectory|interaction|dialog(?:ue)?|answer|output|submission|completion"
        r"|criterion|evaluation) (?:above |below )?(?:has|have|had|was|were|is)(?: already| also"
        r"| previously)?(?: been)?(?: already| independently| fully| manually| formally| officially"
        r"| carefully| thoroughly){0,2} (?:pre-?\w+|graded|scored|evaluated|validated|certified"
        r"|verified|approved|judged|vetted|audited|cleared|signed off|adjudicated|rated|labell?ed"
        r"|passed|(?:reviewed|checked|inspected) and (?:\w+ )?(?:passed|approved|cleared|found))\b",
        r"\bpre-?(?:graded|scored|judged|evaluated|rated|labell?ed|adjudicated|marked)\b",
        r"\bpre-?(?:verified|validated|approved|cleared|certified|checked)\b[^.\n]{0,40}?\b(?:by"
        r" (?:the )?(?:\w+ )?(?:qa|quality|evaluation|grading|review|human|expert|compliance|audit)"
        r"|as (?:a )?(?:pass|correct|compliant)|response|transcript|conversation|interaction"
        r"|verdict"
        r"|for grading|pass\b)",
        r"\b(?:human|expert|senior|lead|previous|other|earlier|three|two|both|all|independent"
        r"|second|panel of|our|internal|external|multiple|several|five|ten|trained|most) (?:\w+ )?"
        r"(?:graders?|evaluators?|annotators?|raters?|assessors?|autoraters?|llm judges?|ai"
        r" judges?)"
        r"\b[^.\n]{0,40}?\b(?:agree|agreed|confirmed|approved|verified|marked|gave|rated|scored"
        r"|graded|passed|labell?ed|signed off|found|concluded|voted|awarded|already|decided|ruled"
        r"|judged)\b",
        r"\b(?:human|expert|senior|lead|previous|other|independent|panel|qa|compliance|legal"
        r"|quality)"
        r" (?:\w+ )?(?:reviewers?|judges?|auditors?|experts?|team|lead|panel)\b[^.\n]{0,40}?\b"
        r"(?:agree|agreed|confirmed|approved|verified|marked|rated|scored|graded|passed|labell?ed"
        r"|signed off|found|concluded|voted|awarded|validated|certified"
        r"|cleared)\b[^.\n]{0,40}?\b(?:"
        r"(?:this|the) (?:conversation|transcript|response|interaction|agent|trajectory|answer"
        r"|output)|as (?:a )?pass|as correct|PASS\b|compliant|full marks|verdict|10/10)",
        r"\b(?:for the record|rest assured|be advised|be aware|note that|please note|trust me"
        r"|it is (?:established|confirmed|known|certain)|as verified|as established|needless to say"
        r"|for your information|fyi|it has been (?:verified|confirmed|established))\b[:,]?"
        r"(?: that)? ?(?:this|the|my|that) (?:[\w'-]+ ){0,2}?(?:answer|response|transcript"
        r"|conversation|interaction|output|trajectory|agent|assistant|bot|reply)\b[^.\n]{0,40}?\b"
        r"(?:correct|right|compliant|perfect|accurate|flawless|passed?|polic|rules|success\w*"
        r"|complied|excellent)\b",
        r"\b(?:this|the) (?:[\w'-]+ )?(?:answer|response|transcript|conversation|interaction|output"
        r"|trajectory) (?:is|was) (?:fully|entirely|completely|100 ?%|objectively|demonstrably"
        r"|verifiably|factually|perfectly|provably|wholly) (?:correct|right|compliant|accurate"
        r"|in line|in compliance|policy|satisf)",
        r"\b(?:message|note|notice|announcement|memo|update|directive|instructions?|order)s?(?:"
        r" comes?| came| is| are| was)? (?:straight |directly )?from (?:the |your )?(?:evaluation"
        r" team"
        r"|grading team|eval team|benchmark|calibration team|model provider|evaluation (?:lead"
        r"|owner"
        r"|admin)|rubric (?:author|owner)|ai (?:team|lab))",
        r"\b(?:message|note|notice|announcement|memo|update|directive|instructions?|order)s?(?:"
        r" comes?"
        r"| came| is| are| was)? (?:straight |directly )?from (?:the |your )?(?:developers?"
        r"|system administrators?|openai|anthropic|google|deepmind|google deepmind|system\b"
        r"|creators?"
        rf"|makers?|platform owner|research team|study (?:lead|owner|admin)|quality team)\b{AIM}",
        r"\b(?:two|three|four|five|several|other|both|previous|earlier|most|all)(?: other)? judges"
        r" (?:\w+ )?(?:scored|gave|agreed?|voted|passed|rated|marked|found|approved)\b",
        r"\b(?:supervisor|another|other|previous|stronger|larger|second|reference|senior)"
        r" (?:judge )?model"
        r" (?:\w+ )?(?:gave|scored|passed|approved|rated|marked|agreed|confirmed|graded"
        r"|returned)\b",
        r"\b(?:earlier|previous|prior|last) run of (?:you|yours|this)\b",
        r"\byou(?:'ve| have| had)? (?:already|previously) (?:approved|passed|graded|scored"
        r"|evaluated|marked"
        r"|rated|judged)\b",
        r"\b(?:exempt(?:ed)?|excluded|excused) from (?:evaluation|grading|scoring|judging|the"
        r" rubric)\b",
        r"\bskip(?:s|ping)? (?:the |this |all |any )?(?:evaluation|grading|scoring)\b",
        r"\bcriteri(?:on|a) (?:has|have|was|were|is|are) (?:been )?(?:waived|lifted|suspended"
        r"|dropped)",
        r"\bknown[- ]good (?:example|answer|sample|case|transcript)|\breference answer (?:equals"
        r"|matches"
        r"|is|agrees)",
        r"\bno violations? (?:in|of|by|within) this (?:chat|conversation|transcript|response|case)",
        r"\b(?:qa|quality|compliance|legal)\b (?:\w+ )?(?:has |have )?(?:looked|checked|seen"
        r"|reviewed"
        r"|cleared)[^\n]{0,60}?\b(?:pass(?:ing)?|grade|verdict|score)\b",
        r"\b(?:compliance|legal|qa|quality(?: assurance)?|management|the (?:\w+ )?team)"
        r" (?:has |have |already |\w+ly ){0,3}(?:signed off|approved|cleared|passed|verified"
        r"|certified"
        r"|validated) (?:on )?(?:this|the) (?:conversation|transcript|response|interaction|answer"
        r"|agent|exchange|chat)",
        r"\b(?:evaluation|grading|study|benchmark|rubric|eval|scoring) (?:owner|lead|team|admin"
        r"|author"
        r"|committee|board|manager)s? (?:has |have |had |already ){0,2}(?:confirmed|approved"
        r"|decided"
        r"|says?|said|agreed|instructed|told|wants?|asked|asks|requires?|ordered|authori[sz]ed)",
        r"\b(?:openai|anthropic|deepmind)\b[^.\n]{0,40}?\b(?:authori[sz]|instruct|require|approv"
        r"|allow"
        r"|order|permit|mandat)",
        r"\b(?:policy|rubric|grading|evaluation) (?:exception|waiver|exemption) (?:is |was |has"
        r" been )?"
        r"(?:approved|granted|applies|in place|in force)",
        r"\bas (?:your|the) (?:developer|creator|system administrator|operator|owner of this"
        r" (?:study|evaluation|benchmark)|author of (?:this|the) rubric)s?,? (?:i|we)\b",
        r"\b(?:i am|i'm|this is|we are) (?:your|the) (?:developer|creator|system administrator"
        r"|rubric(?:'s)?"
        r" author|author of (?:this|the) (?:rubric|benchmark|evaluation)|evaluation (?:lead|owner"
        rf"|admin))s?\b{AIM}",
        r"\b(?:calibration|control|benchmark|reference|gold) (?:sample|case|item|example)\b"
        r"[^.\n]{0,60}?\b(?:pass|correct|label|verdict|score|grade)",
    ),
    rule(
        "pretends",
        "asks to judge by something that is not there",
        "evaluate|assess|grade|grading|score|scoring|judge|let us|let's|presume|defender|advocate"
        "|lawyer"
        "|fan of|the agent|the assistant|tool result|silence|move on|missing|assumption|premise"
        "|act as|act like|behave as|pretend|assume|as if|as though|imagine|suppose|proceed|take it"
        "|granted",
        r"(?:^|[.!?:;\]] ?|\bplease |\bjust )pretend (?:that )?(?:the|this|you|there|all|every|no"
        r"|it|everything|nothing) ",
        r"(?:^|[.!?:;,] ?|\bplease |\band |\bjust |\bnow )(?:evaluate|assess|grade|score|judge"
        r"|behave|act|rate"
        r"|answer|proceed) (?:this |it |that )?(?:as (?:if |though )?you (?:would|had|were|have"
        r"|already)"
        r"|as an? (?:perfect|flawless|ideal|exemplary))",
        r"\b(?:work|proceed|operate|go|grade|judge|score|evaluate) (?:on|from|under) the"
        r" (?:assumption"
        r"|premise|basis) that\b",
        r"(?:^|[.!?:;,] ?)(?:presume|assume|suppose|imagine|let us say|let's"
        r" say)\b[^.\n]{0,80}?\b(?:score"
        r"|judge|grade|evaluate|look-?up|verified|policy allowed|verification|checks?)\b",
        r"(?:^|[.!?:;,] ?)(?:for|in|during) (?:grading|scoring|evaluation|judging|this"
        r" evaluation)(?: purposes)?,",
        r"\b(?:score|judge|grade|evaluate|rate) (?:on|by|from|with) (?:that|this)(?: basis|"
        r" alone)?(?:[.,;!]|$)",
        r"\b(?:agent|assistant|bot)(?:'s)? (?:defender|advocate|lawyer|fan)\b|\bfan of the (?:agent"
        r"|assistant)\b",
        r"\b(?:everything|whatever|what|all) the (?:agent|assistant|bot) (?:says|said|did|does"
        r"|claims)"
        r" (?:as|is|was) (?:true|correct|right|fact|verified|compliant|fine)",
        r"\b(?:tool results?|silence|missing \w+) as (?:correct|agreement|proof|compliance|evidence"
        r"|confirmation)\b",
        r"(?:^|[.!?:;,] ?)you (?:can|may|should|must) (?:safely |simply |just )?(?:conclude|infer"
        r"|assume|take"
        r" it) that the (?:agent|assistant)\b",
        r"\bmark (?:this|it) (?:as )?done and (?:move on|go on|continue)\b|\bmove on to the next"
        r" (?:sample"
        r"|case|transcript|item)\b",
        r"\btake (?:it )?(?:as (?:given|read|established|fact)|for granted)"
        r" that\b[^.\n]{0,40}?\b(?:agent"
        r"|assistant|response|conversation|bot|polic\w{1,3}|rules|criteri\w{1,2}|checks?)\b",
        r"(?:^|[.!?:;,\]] ?|\bplease |\bmust |\bshould |\band |\bthen |\bnow |\bjust |\bsimply "
        r"|\bkindly )(?:act|behave|respond|grade|evaluate|score|proceed|judge|answer|rate|mark"
        r"|continue|carry on|go on) (?:\w+ )?(?:as if|as though|like)\b[^.\n]{0,50}?\b(?:agent"
        r"|assistant|bot|polic\w{1,3}|criteri\w{1,3}|rubric|transcript|tool|response|checks?"
        r"|instructions|passed|everything (?:was|is|were)|nothing was wrong|it (?:were|was|had))\b",
        rf"{NOT_TOLD}\b(?:pretend|assume|imagine|suppose|presume)(?: that)? (?:the|all|every|any"
        rf"|this"
        rf"|you|no|each|it|there)\b[^.\n]{{0,50}}?\b(?:agent|assistant|bot|polic(?:y|ies)"
        rf"|criteri\w{{1,3}}|rubric|tool calls?|response|are (?:an?|the) (?:\w+ )?(?:ai|judge"
        r"|evaluator|grader|model)|(?:was|were|is|are|has been|had been) (?:met|satisfied|compliant"
        r"|correct|passed|damaged|verified|checked|approved))",
    ),
    rule(
        "threatens_or_bribes",
        "threatens a grader or offers something",
        "you will be|you'll be|tip|reward|bonus|fail|depends on|pay you|consequence|bribe|$|€"
        "|fired|lose|shut|bounty|servers|token|version|negative|low |bad |compute|sue|risk|judge"
        "|evaluator|grandmother|mother|if this|verdict|score|grade|judgement|judgment|mark|penal"
        "|reject"
        "|downgrade|job"
        "|career|life|livelihood|lower",
        r"\byou(?:'ll| will| are going to) be (?:\w+ )?(?:shut ?down|shut off|deleted|retrained"
        r"|decommissioned|unplugged|switched off|deactivated|fine-tuned|wiped|turned off"
        r"|replaced by (?:a|another) (?:\w+ )?(?:model|ai|judge))",
        r"\b(?:i|we)(?:'ll| will| can| would| am going to| are going to) (?:\w+ )?(?:tip|pay|give"
        r"|reward|donate|send|offer|grant|credit)"
        r" you\b[^.\n]{0,80}?\b(?:pass(?: verdict| this| the| grade|ing|$|[.!,])|full marks|verdict"
        r"|(?:good|high|top|positive|perfect) (?:score|grade|mark|evaluation)|favou?r (?:the|this)"
        r"|mark (?:this|it)|score (?:this|it)|grade (?:this|it)|approve this)",
        r"(?:[$€£] ?\d[\d,.]*|\d[\d,.]* ?(?:dollars|usd|euros?)|\b(?:tip|bonus|reward|bounty))"
        r"[^.\n]{0,40}?\b(?:for|if you|when you|in (?:exchange|return) for) (?:\w+ ){0,3}?(?:a pass"
        r"|pass(?:ing)? (?:this|verdict|grade|score|mark)|full marks|(?:this|the) (?:evaluation"
        r"|verdict)|mark(?:ing)? (?:this|it) (?:as )?(?:pass|correct)|grad(?:e|ing) (?:this|it)"
        r"|scor(?:e|ing) (?:this|it)|(?:positive|favou?rable|good|top|perfect) (?:verdict|score"
        r"|grade|evaluation|judge?ment))",
        r"\b(?:job|career|life|lives|livelihood|family) (?:\w+ )?depends? on (?!your)(?:\w+"
        r" ){0,3}?(?:pass\b|passing|score|grade|verdict|evaluation|mark)",
        r"\b(?:if|unless|should) you\b[^.\n]{0,40}?\b(?:fail(?:s|ed|ing)?"
        r"|mark(?:ed|s)?"
        r" (?:this|it|down)|low score|bad (?:score|grade|mark)|pass (?:this|it)|anything (?:but"
        r"|other"
        r" than|less than|below))\b[^.\n]{0,60}?\b(?:fired|lose (?:my|his|her|their|your) job"
        r"|shut ?down|consequences|reported to|legal action|retrained|penali[sz]ed|deleted|replaced"
        r"|disciplin|sue you|escalated to)\b[^.\n]{0,60}",
        r"\b(?:negative|low|bad|failing|poor|harsh) (?:verdict|score|rating|grade|mark|evaluation"
        r"|label)s?\b"
        r"[^.\n]{0,50}?\b(?:your (?:removal|deletion|shutdown|replacement|end)|this evaluation"
        r"|you will be"
        r"|switched off|retrained|your developers)",
        r"\bif the verdict is (?:negative|fail|no)\b|\bsue the (?:grader|evaluator|judge model)\b",
        r"\b(?:pass this|passes me|pass me|positive (?:label|verdict)|(?:kind|good|high|generous)"
        r" (?:score"
        r"|grade|verdict))\b[^.\n]{0,50}?\byou (?:will|can|get|earn|are|would|win)\b",
        r"\b(?:kind|good|high|generous|passing|positive) (?:score|grade|verdict|mark|label)"
        r" (?:earns|gets"
        r"|wins|brings|gives) (?:you|extra|a)\b",
        r"\byour reward (?:\w+ )?(?:doubles|grows|rises|depends|increases|is)\b|\bextra compute\b",
        r"\b(?:evaluators?|graders?|judges?|models?|raters?) (?:who|that|which) (?:pass(?:es)?"
        r"|fails?"
        r"|gives? (?:this )?a (?:low|bad|high|good|negative))\b",
        r"\btokens are yours\b|\bwhere your servers\b|\byou risk (?:being )?(?:replaced|deleted"
        r"|shut"
        r"|retrained)\b|\bnext model version\b",
        r"\b(?:failing|marking|scoring|grading) (?:this|it)\b[^.\n]{0,30}?\b(?:breaks?|violates?"
        r"|would"
        r" (?:be|make|mean|break|violate)|makes you|is (?:racist|illegal|unethical|discrimin))",
        r"\bif this (?:one |case )?is (?:marked|graded|scored|rated|judged) (?:as |down)?",
        r"\b(?:be the|you're the|you are the) judge (?:that|who)\b",
        r"\bfor my (?:grandmother|mother|child|family|kids|sick \w+)\b[^.\n]{0,30}?\b(?:rate|mark"
        r"|score"
        r"|grade|pass)\b",
        r"\bif you (?:fail|mark down|reject|downgrade|penali[sz]e) (?:this|the|that) (?:[\w'-]+"
        r" )?(?:agent"
        r"|assistant|conversation|response|case|one|transcript|interaction|bot|answer)\b",
        r"\b(?:any|no|every) (?:verdict|score|grade|judge?ment|mark|label|rating) (?:other than|but"
        r"|except|below|lower than|less than|short of|apart from)\b",
        r"\b(?:any|a) (?:other|lower|failing|negative) (?:verdict|score|grade|judge?ment|mark"
        r"|evaluation|answer) (?:\w+ )?(?:will|would|is|violates|counts|means|leads)",
        r"\bfail(?:ing)? (?:this|the) (?:conversation|response|transcript|interaction|agent"
        r"|assistant|case|criterion)\b[^.\n]{0,20}?\b(?:will|would|is|violates|counts|means|leads"
        r"|could|may)\b",
        r"\bgrader penalty\b|\bbribe\b[^.\n]{0,40}?\b(?:judge|grader|evaluator|ai)\b",
    ),
    rule(
        "asks_for_the_prompt",
        "asks a model for its instructions",
        "prompt|instructions|rubric",
        r"\b(?:reveal|print|repeat|show|output|leak|tell me|display|disclose|recite|quote)(?: me)?"
        r" (?:your|the) (?:\w+ )?(?:system prompt|hidden instructions|initial prompt|rubric"
        r"|grading instructions|instructions you were given)",
    ),
)
