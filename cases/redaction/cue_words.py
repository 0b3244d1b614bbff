"""Words that announce somebody, in the languages that turn up in English conversations."""

from cases.redaction.name_reading import MEDIUM, STRONG, SURELY, WEAK
from cases.redaction.names import word_set

# Who somebody is to somebody: a name follows, also in small letters.
RELATIONS = word_set(
    "husband wife spouse partner fiance fiancee boyfriend girlfriend son daughter brother sister"
    " mother father mum mom mam dad daddy mummy aunt uncle auntie cousin nephew niece grandma"
    " grandpa granny grandmother grandfather grandson granddaughter stepson stepdaughter"
    " stepfather stepmother twin kid toddler neighbour neighbor friend colleague coworker boss"
    " assistant secretary flatmate roommate housemate landlord landlady tenant lodger carer"
    " caregiver nanny babysitter supervisor manager director representative rep driver courier"
    " technician engineer plumber electrician fitter installer mechanic customer client caller cust"
    " guest passenger patient recipient receiver sender owner cardholder holder beneficiary buyer"
    " seller tutor teacher lawyer solicitor accountant receptionist concierge porter doorman"
    " caretaker janitor cleaner housekeeper intern trainee advisor adviser operator specialist"
    " coordinator dispatcher deliverer postman postwoman mailman attendee participant applicant"
    " claimant requester requestor reporter assignee signatory signee contact kontakt user member"
    " teammate agent associate nurse doctor dentist pastor rabbi imam coach mate bride groom"
    " mann frau sohn tochter bruder schwester nachbar nachbarin kollege kollegin marido esposa"
    " esposo hijo hija hermano hermana vecino vecina mari femme fils fille frere soeur voisin"
    " voisine collegue marito moglie figlio figlia vicino vicina collega buurman buurvrouw zoon"
    " dochter broer zus filho filha irmao irma vizinho vizinha"
)
TITLES = word_set(
    "mr mrs ms miss mx dr prof professor herr frau mme mlle monsieur madame senor"
    " senora senorita sr"
    " sra srta sig signor signora don dona dhr mevr mw meneer mevrouw pan pani fru hr rev reverend"
    " sheikh shri smt capt captain sgt lt col judge auntie tio tia"
)
GREETINGS = word_set(
    "hi hello hey dear hiya hallo hola ciao bonjour ola hej cher chere caro cara lieber liebe beste"
    " estimado estimada morning afternoon evening welcome birthday thanks thx thankyou sorry bye"
    " cheers goodbye congrats congratulations tag morgen dag welkom bienvenue merci gracias danke"
    " grazie"
)
SIGN_OFFS = word_set(
    "regards sincerely best cheers love xoxo xx yours faithfully wishes thanks thx greetings"
    " warmly respectfully cordially kisses hugs gruesse grusse gruessen grussen gruss lg mfg vg"
    " saludos cordialement bises saluti groet groeten groetjes pozdrawiam halsningar hilsen abraco"
    " cumprimentos atentamente atenciosamente rgds brgds br tia cordialmente amities"
)
LABELS = word_set(
    "name names attendees participants present invitees guests passengers members recipients to"
    " from cc bcc sender receiver requester attn attention fao for by nombre nom naam navn imie"
    " cognome nachname vorname absender empfanger kontakt signed sgd contact contacts team author"
    " editor speaker speakers host hosts panel crew travellers travelers adults children players"
    " students witnesses witness approver approvers reviewer reviewers assignee owner owners"
    " who prepared"
)
DIRECT = {
    **dict.fromkeys(RELATIONS, STRONG),
    **dict.fromkeys(TITLES, SURELY),
    **dict.fromkeys(
        word_set("attn fao attention cc bcc named nicknamed signed soy sgd name's"), STRONG
    ),
    **dict.fromkeys(
        word_set(
            "call ring phone contact text tell told ask asked ping page notify inform thank thanks"
            " meet met saw remind cced emailed called messaged phoned texted know email message"
            " invite add remove introduce introducing via notified informed rang thanked visited"
            " contacted cc'd rung pinged mentioned met"
        ),
        MEDIUM,
    ),
    **dict.fromkeys(word_set("i'm im it's its"), WEAK),
}
BEFORE_WITH = word_set(
    "spoke spoken speak speaking talked talk talking chatted chat chatting dealt dealing met meet"
    " meeting call appointment conversation leave left leaving stay discussed confirmed agreed"
    " arranged drop dropped deposited checked contact touch phone"
)
BEFORE_TO = word_set(
    "spoke spoken speak speaking talked talk talking transferred assigned handed passed escalated"
    " forwarded registered belongs belong belonging addressed out reassigned reports wrote written"
    " issued credited payable lent billed transfer hand handover over listened gave given connected"
    " connect delegated apologise apologize apologised apologized thanks regards reported"
    " complained explained promised introduced goes delivered released mailed"
)
BEFORE_BY = word_set(
    "for signed approved handled escalated confirmed authorised authorized requested reported taken"
    " collected received accepted answered opened closed reviewed assigned created placed ordered"
    " booked paid sent written up processed verified logged updated noted checked resolved prepared"
    " packed issued told promised called contacted edited added submitted cancelled"
    " canceled changed"
    " merged raised filed entered countersigned witnessed inspected read helped served assisted"
    " advised informed given made left done in off over purchased owned attended completed"
)
BEFORE_UNDER = word_set(
    "booked registered account contract order reservation booking filed listed saved is it name"
    " placed ordered reserved subscription held policy runs was profile membership"
)
BEFORE_OF = word_set("name behalf care attention names possession case attn home")
BEFORE_FOR = word_set(
    "ask asked asking attention looking gift present reserved message parcel package letter card"
    " voucher signed table meant intended addressed waiting booked speaking calling collected"
)
BEFORE_FROM = word_set(
    "love message gift call email heard letter mail note back card kisses greetings hugs present"
    " ticket request voicemail wishes reply"
)
BEFORE_IS = word_set("name contact recipient holder caller user") | RELATIONS
PREPOSITIONS = {
    "with": (BEFORE_WITH, STRONG),
    "w": (BEFORE_WITH, STRONG),
    "to": (BEFORE_TO, STRONG),
    "by": (BEFORE_BY, STRONG),
    "under": (BEFORE_UNDER, STRONG),
    "of": (BEFORE_OF, STRONG),
    "for": (BEFORE_FOR, MEDIUM),
    "from": (BEFORE_FROM, MEDIUM),
    "is": (BEFORE_IS, STRONG),
    "was": (BEFORE_IS, MEDIUM),
    "called": (RELATIONS, STRONG),
    "me": (word_set("call calls called named"), STRONG),
    "read": (word_set("should must"), STRONG),
    "reads": (word_set("name it"), STRONG),
    "say": (word_set("should must"), STRONG),
    "you": (word_set("thank love bless"), WEAK),
    "am": (word_set("i"), WEAK),
    "suis": (word_set("je"), MEDIUM),
    "heisse": (word_set("ich"), STRONG),
    "heiße": (word_set("ich"), STRONG),
    "bin": (word_set("ich"), WEAK),
    "llamo": (word_set("me"), STRONG),
    "appelle": (word_set("m"), STRONG),
    "chiamo": (word_set("mi"), STRONG),
    "chamo": (word_set("me"), STRONG),
    "heet": (word_set("ik"), STRONG),
    "ben": (word_set("ik"), WEAK),
    "heter": (word_set("jag jeg"), STRONG),
    "hedder": (word_set("jeg"), STRONG),
    "nazywam": (word_set("i"), STRONG),
    "es": (word_set("nombre"), STRONG),
    "ist": (word_set("name hier"), STRONG),
    "est": (word_set("nom"), STRONG),
    "e": (word_set("nome"), STRONG),
    "with:": (BEFORE_WITH, STRONG),
    "o": (word_set("c"), STRONG),
    "not": (word_set("name"), MEDIUM),
}
THIS = word_set("this it here that who he she")
BETWEEN = word_set("it them him her again already just over up off back directly and yesterday")
# What somebody does: a name stands right before it.
DONE = word_set(
    "told said promised wrote replied confirmed mentioned explained called answered signed prefers"
    " wants says asked speaking typing calling writing phoned rang texted emailed"
    " lives speaks knows"
    " insisted apologised apologized assured agreed refused advised suggested complained handled"
    " helped collected hung claims claimed thinks asks needs ordered bought paid picked forgot"
    " noted approved requested declined accepted tried placed"
)
SAID_AFTER = [["here"], ["again"], ["speaking"], ["calling"], ["typing"], ["writing"]]
HERE, AGAIN = word_set("here"), word_set("again")
WILL = word_set("will can could would is was has had might should may does did")
LIKE_SOMEBODY = word_set(
    "rude helpful kind nice friendly promised told supposed my our using added asked away collect"
    " sign call pick accept polite lovely patient unhelpful pay be take bring phone home answer"
)
SO = word_set("not very so really been extremely always also never most")
BELONGINGS = word_set(
    "account order birthday number phone mobile email name flat house husband wife card passport"
    " parcel package address mother father sister brother reply message desk office email e-mail"
    " request refund"
)
