"""Names, addresses, telephone formats and mail hosts of the tuning bank, typed for it."""

from benchmarks.redaction_corpus.bank import Addresses, Origin, lines, words


def _origin(first: str, last: str, native: str = "") -> Origin:
    return Origin(words(first), tuple(last.replace("_", " ").split("|")), lines(native))


ORIGINS = {
    "English": _origin("Emily James Hannah Oliver Grace", "Thompson|Clarke|Whitfield|Price|Shaw"),
    "American": _origin("Brandon Ashley Tyler Megan", "Jefferson|Hayes|McKinney|Sanders"),
    "Irish": _origin("Siobhan Declan Aoife Cormac", "O'Brien|Gallagher|Byrne|Kavanagh"),
    "German": _origin("Jürgen Sabine Lukas Heike", "Schneider|Krüger|Vogel|Baumgartner"),
    "French": _origin("Céline Mathieu Élodie Luc", "Dubois|Lefèvre|Moreau|de_la_Tour"),
    "Spanish": _origin("Lucía Javier Carmen Álvaro", "García_López|Navarro|Ortega|Ruiz"),
    "Portuguese": _origin("João Beatriz Tiago Inês", "da_Silva|Carvalho|Pereira|Nogueira"),
    "Italian": _origin("Giulia Marco Chiara Lorenzo", "Esposito|Bianchi|De_Luca|Ferrari"),
    "Dutch": _origin("Sanne Pieter Femke Joost", "van_Dijk|de_Vries|Bakker|Visser"),
    "Swedish": _origin("Björn Linnea Anders Ebba", "Lindqvist|Sjöberg|Åkesson|Nyström"),
    "Polish": _origin("Agnieszka Paweł Małgorzata Tomasz", "Kowalski|Wójcik|Zielińska|Mazur"),
    "Czech": _origin("Jiří Lenka Ondřej Tereza", "Novák|Dvořák|Svobodová|Horáček"),
    "Turkish": _origin("Ayşe Mehmet Elif Emre", "Yılmaz|Demir|Çelik|Aydın"),
    "Greek": _origin(
        "Dimitris Eleni Nikos Katerina",
        "Papadopoulos|Georgiou|Nikolaidis|Vlachos",
        "Δημήτρης Παπαδόπουλος\nΕλένη Γεωργίου",
    ),
    "Russian": _origin(
        "Dmitri Olga Sergei Natalia",
        "Ivanov|Smirnova|Kuznetsov|Volkova",
        "Дмитрий Иванов\nОльга Смирнова",
    ),
    "Arabic": _origin(
        "Ahmed Fatima Omar Layla",
        "al-Hassan|Haddad|Mansour|El-Sayed",
        "أحمد الحسن\nفاطمة حداد",
    ),
    "Hebrew": _origin("Yael Noam Tamar Eitan", "Cohen|Levi|Mizrahi|Ben-David", "יעל כהן\nנועם לוי"),
    "Persian": _origin("Reza Shirin Farhad Nasrin", "Hosseini|Ahmadi|Karimi|Rostami"),
    "Hindi": _origin(
        "Priya Rahul Ananya Vikram", "Sharma|Patel|Gupta|Iyer", "प्रिया शर्मा\nराहुल गुप्ता"
    ),
    "Chinese": _origin("Wei Xiaoming Mei Jing", "Wang|Zhang|Liu|Chen", "王伟\n张晓明\n刘静"),
    "Japanese": _origin(
        "Haruto Yuki Sakura Kenji", "Tanaka|Suzuki|Yamamoto|Watanabe", "田中 春人\n鈴木 さくら"
    ),
    "Korean": _origin("Minjun Jiwoo Seoyeon Hyun", "Kim|Park|Lee|Choi", "김민준\n박지우"),
    "Vietnamese": _origin("Linh Minh Huong Tuan", "Nguyen|Tran|Pham|Le_Thi"),
    "Nigerian": _origin("Chidi Amaka Tunde Ngozi", "Okafor|Adeyemi|Balogun|Eze"),
    "Kenyan": _origin("Wanjiku Otieno Njeri Kiprop", "Kamau|Mwangi|Odhiambo|Cheruiyot"),
}

PHONES = {
    "US": ("(415) 555-01##", "+1 415 555 01##", "212-555-0###", "646.555.01##"),
    "GB": ("+44 7400 12####", "07400 12####", "020 7946 0###", "(0161) 496 0###"),
    "DE": ("+49 151 2345 ####", "0151 2345####", "030/2345####", "+49 (0)89 2345 ###"),
    "FR": ("+33 6 12 34 5# ##", "06 12 34 5# ##", "01.42.68.5#.##"),
    "ES": ("+34 612 34# ###", "612 34 5# ##", "91 234 5# ##"),
    "IT": ("+39 333 123 4###", "333 123####", "06 6982 ####"),
    "NL": ("+31 6 1234 5###", "06-1234####", "020 624 ####"),
    "BE": ("+32 470 12 3# ##", "0470 12 3# ##"),
    "CH": ("+41 79 123 4# ##", "079 123 4# ##"),
    "AT": ("+43 664 123 4###", "0664 123####"),
    "PL": ("+48 512 34# ###", "512-34#-###"),
    "SE": ("+46 70 123 4# ##", "070-123 4# ##"),
    "IN": ("+91 98123 4####", "98123 4####", "+91-98123-4####"),
    "BR": ("+55 11 91234-####", "(11) 91234-####"),
    "AU": ("+61 412 34# ###", "0412 34# ###", "(02) 9374 4###"),
    "JP": ("+81 90 1234 ####", "090-1234-####"),
}

ADDRESSES = {
    "US": Addresses(
        ("#### Maple Avenue", "## Sunset Boulevard, Apt #@", "### W 4#th Street", "#### Oak Lane"),
        ("Portland|OR 972##", "Austin|TX 787##", "Brooklyn|NY 112##"),
        "{town}, {code}",
        "United States",
    ),
    "GB": Addresses(
        ("## Church Road", "Flat #, ## High Street", "#@ Station Lane", "## Victoria Terrace"),
        ("Leeds|LS6 #@@", "Bristol|BS8 #@@", "London|SW1A #@@"),
        "{town} {code}",
        "United Kingdom",
    ),
    "DE": Addresses(
        ("Hauptstraße ##", "Lindenweg #@", "Am Marktplatz #", "Goethestr. ##"),
        ("Berlin|10###", "München|80###", "Köln|50###"),
        "{code} {town}",
        "Germany",
    ),
    "FR": Addresses(
        ("## rue de la République", "# avenue Victor Hugo", "## bis boulevard Voltaire"),
        ("Lyon|6900#", "Paris|7501#", "Nantes|44000"),
        "{code} {town}",
        "France",
    ),
    "ES": Addresses(
        ("Calle de Alcalá ##", "Calle Mayor ##, #º A", "Avenida de la Constitución ##"),
        ("Madrid|280##", "Sevilla|410##"),
        "{code} {town}",
        "Spain",
    ),
    "IT": Addresses(
        ("Via Garibaldi ##", "Corso Vittorio Emanuele ##", "Piazza San Marco #"),
        ("Roma|001##", "Milano|201##"),
        "{code} {town}",
        "Italy",
    ),
    "NL": Addresses(
        ("Keizersgracht ###", "Dorpsstraat ##", "Molenweg #@"),
        ("Amsterdam|10## @@", "Utrecht|35## @@"),
        "{code} {town}",
        "Netherlands",
    ),
    "BE": Addresses(
        ("Kerkstraat ##", "Rue Neuve ##"),
        ("Gent|9000", "Bruxelles|1000"),
        "{code} {town}",
        "Belgium",
    ),
    "AT": Addresses(
        ("Mariahilfer Straße ##", "Schulgasse #"),
        ("Wien|1060", "Graz|8010"),
        "{code} {town}",
        "Austria",
    ),
    "CH": Addresses(
        ("Bahnhofstrasse ##", "Seeweg #"),
        ("Zürich|8001", "Bern|3011"),
        "{code} {town}",
        "Switzerland",
    ),
    "SE": Addresses(
        ("Storgatan ##", "Kungsgatan #@"),
        ("Stockholm|111 ##", "Malmö|211 ##"),
        "{code} {town}",
        "Sweden",
    ),
    "PL": Addresses(
        ("ul. Długa ##", "ul. Marszałkowska ##/##"),
        ("Warszawa|00-###", "Kraków|30-###"),
        "{code} {town}",
        "Poland",
    ),
    "IN": Addresses(
        ("##, MG Road", "Flat ##, Lake View Apartments", "##/#, Nehru Nagar"),
        ("Bengaluru|5600##", "Pune|4110##"),
        "{town} {code}",
        "India",
    ),
    "AU": Addresses(
        ("## George Street", "#/## Beach Road"),
        ("Sydney|NSW 20##", "Perth|WA 60##"),
        "{town} {code}",
        "Australia",
    ),
}

DOMAINS = words(
    "example.com example.org mail.example shop-mail.example post.example.net web.example.de"
)
