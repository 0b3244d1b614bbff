"""Names, addresses, telephone formats and mail hosts of the measuring bank. Not to be tuned on."""

from benchmarks.redaction_corpus.bank import Addresses, Origin, lines, words


def _origin(first: str, last: str, native: str = "") -> Origin:
    return Origin(words(first), tuple(last.replace("_", " ").split("|")), lines(native))


ORIGINS = {
    "English": _origin(
        "Harriet Callum Beatrice Rupert Will", "Ashworth|Pemberton|Lowe|Fairfax|King"
    ),
    "Scottish": _origin("Fergus Morag Ewan Isla", "MacLeod|Drummond|McTavish|Buchanan"),
    "American": _origin("Shawn Brianna Dwayne Kaylee", "Washington|Delgado|Brooks|Vandermeer"),
    "Irish": _origin("Niamh Eoghan Róisín Padraig", "Ó Súilleabháin|McCarthy|O'Dowd|Fitzgerald"),
    "German": _origin("Gudrun Thorsten Annika Uwe", "Weißmann|Hoffmann|Lindner|von_Bülow"),
    "French": _origin("Aurélie Thibault Maëlle Régis", "Charpentier|Gauthier|Benoît|d'Aubigny"),
    "Spanish": _origin("Rocío Ignacio Marisol Íñigo", "Fernández_Vega|Castaño|Herrera|Ibarra"),
    "Mexican": _origin("Guadalupe Ramiro Xóchitl Efraín", "Hernández|Zavala|Quiroga|Treviño"),
    "Portuguese": _origin("Gonçalo Mafalda Rui Leonor", "dos_Santos|Figueiredo|Teixeira|Vaz"),
    "Italian": _origin("Ornella Fabrizio Ilaria Sandro", "Conti|D'Angelo|Marchetti|Pellegrini"),
    "Dutch": _origin("Maaike Willem Anouk Ruben", "van_der_Berg|Hoekstra|Smit|ten_Brink"),
    "Danish": _origin("Søren Mette Rasmus Freja", "Jørgensen|Østergaard|Kjær|Madsen"),
    "Finnish": _origin("Aino Väinö Päivi Juhani", "Virtanen|Mäkelä|Korhonen|Lähteenmäki"),
    "Polish": _origin("Zbigniew Katarzyna Łukasz Grażyna", "Lewandowski|Piątek|Szymańska|Wrona"),
    "Hungarian": _origin("Zoltán Erzsébet Gábor Ildikó", "Szabó|Horváth|Kovács|Farkas"),
    "Romanian": _origin("Ștefan Ioana Mihai Ruxandra", "Popescu|Ionescu|Dumitrescu|Munteanu"),
    "Turkish": _origin("Zeynep Kerem Şule Burak", "Öztürk|Kaya|Şahin|Arslan"),
    "Greek": _origin(
        "Yannis Despina Spyros Ioanna",
        "Karagiannis|Angelopoulou|Stavrou|Makris",
        "Γιάννης Καραγιάννης\nΔέσποινα Σταύρου",
    ),
    "Ukrainian": _origin(
        "Oleksandr Kateryna Taras Oksana",
        "Shevchenko|Bondarenko|Kovalenko|Hrytsenko",
        "Олександр Шевченко\nОксана Коваленко",
    ),
    "Arabic": _origin(
        "Khalid Noor Youssef Rania",
        "bin_Rashid|Khoury|Al-Farsi|Shaheen",
        "خالد الفارسي\nرانيا خوري",
    ),
    "Hebrew": _origin(
        "Shira Avi Michal Uri", "Goldberg|Peretz|Azoulay|Shapira", "שירה פרץ\nאבי אזולאי"
    ),
    "Persian": _origin("Parisa Kaveh Mahsa Babak", "Moradi|Jafari|Sadeghi|Tehrani"),
    "Punjabi": _origin("Harpreet Gurdeep Simran Manjit", "Singh|Kaur_Gill|Dhillon|Bajwa"),
    "Bengali": _origin(
        "Sourav Tanushree Arindam Mitali",
        "Banerjee|Chatterjee|Ghosh|Sengupta",
        "সৌরভ ঘোষ\nমিতালী সেনগুপ্ত",
    ),
    "Tamil": _origin("Senthil Kavitha Murugan Lakshmi", "Subramanian|Raman|Krishnan|Pillai"),
    "Chinese": _origin(
        "Haoran Yuxin Zihan Lihua", "Zhao|Huang|Xu|Ouyang", "赵浩然\n黄宇欣\n欧阳丽华"
    ),
    "Japanese": _origin(
        "Takumi Aiko Daisuke Naomi", "Kobayashi|Nakamura|Ito|Matsumoto", "小林 拓海\n中村 愛子"
    ),
    "Korean": _origin("Sungmin Hayoon Dongwook Eunji", "Jung|Kang|Yoon|Shin", "정성민\n윤하윤"),
    "Thai": _origin("Somchai Pimchanok Anong Kittisak", "Srisai|Wongsawat|Chaiyasit|Boonmee"),
    "Vietnamese": _origin("Quang Thuy Duc Lan", "Hoang|Vu|Dang|Bui_Thi"),
    "Indonesian": _origin("Budi Siti Agus Dewi", "Santoso|Wijaya|Rahmawati|Hidayat"),
    "Nigerian": _origin("Oluwaseun Chiamaka Emeka Folake", "Nwosu|Ogunleye|Abubakar|Ikejiani"),
    "Ghanaian": _origin("Kwame Abena Kofi Esi", "Mensah|Owusu|Asante|Boateng"),
    "Ethiopian": _origin("Tewodros Selam Dawit Hiwot", "Bekele|Tesfaye|Haile|Girma"),
}

PHONES = {
    "US": ("(617) 864-2###", "+1-312-642-7###", "503 228 4###", "1.720.863.9###"),
    "CA": ("+1 604 669 2###", "(416) 977-4###", "514-842-6###"),
    "GB": ("+44 20 7123 4###", "07812 34####", "0131 225 4###", "0044 7812 34####"),
    "IE": ("+353 86 123 4###", "087 612 3###", "(01) 671 4###"),
    "DE": ("+49 172 96##-###", "0172/96#####", "0049 30 2089 4###", "(040) 32 51 2#-#"),
    "FR": ("+33 1 44 55 6# ##", "07.81.22.3#.##", "0033 6 71 82 9# ##"),
    "ES": ("+34 654-32-1#-##", "654 321 ###", "+34 93 215 4###"),
    "IT": ("+39 347 56 78 ###", "347.567####", "02 8645 ####"),
    "NL": ("+31 (0)6 2345 6###", "06 23 45 6# ##", "0031 20 523 4###"),
    "SE": ("+46 73-456 7# ##", "08-463 2# ##"),
    "NO": ("+47 912 34 ###", "912 34 ###"),
    "DK": ("+45 20 12 3# ##", "20 12 3# ##"),
    "PL": ("+48 601-23#-###", "22 826 4# ##"),
    "PT": ("+351 912 34# ###", "912 34# ###"),
    "IN": ("+91 88001 2####", "088001 2####", "+91 22 2202 4###"),
    "BR": ("+55 (21) 98765-####", "(21) 3221-####"),
    "AU": ("+61 3 9650 4###", "0423 45# ###", "(08) 8231 4###"),
    "JP": ("+81-3-3580-4###", "080-2345-####"),
    "SG": ("+65 6336 4###", "+65 9123 4###"),
    "ZA": ("+27 82 456 7###", "082 456 7###"),
}

ADDRESSES = {
    "US": Addresses(
        (
            "#### Sycamore Street",
            "## Hilltop Road",
            "### N Adams Ave",
            "#### Birchwood Trail",
            "## Lexington Ave Unit #@",
            "#### S Cedar Ct",
            "### Ridge Loop",
        ),
        ("Denver|CO 802##", "Boston|MA 021##", "Tucson|AZ 857##"),
        "{town}, {code}",
        "USA",
    ),
    "CA": Addresses(
        ("### Queen Street", "## Lakeshore Road", "### Elgin Street", "#### Granville St, PH #"),
        ("Ottawa|ON K2P 1L4", "Vancouver|BC V6Z 1M9"),
        "{town}, {code}",
        "Canada",
    ),
    "GB": Addresses(
        (
            "## Orchard Road",
            "## Bramley Lane",
            "Flat ##, # Castle Street",
            "## Balfour Gardens",
            "Heron House, # Quarry Walk",
            "###@ Old Kent Road",
            "# The Maltings",
        ),
        ("Edinburgh|EH3 #@@", "Norwich|NR2 #@@", "Cardiff|CF10 #@@"),
        "{town}, {code}",
        "UK",
    ),
    "IE": Addresses(
        ("## Patrick Street", "# Abbey Road", "## Merrion Square", "Apt ##, Harbour View Road"),
        ("Dublin|D02 X285", "Cork|T12 W8KP"),
        "{town} {code}",
        "Ireland",
    ),
    "DE": Addresses(
        (
            "Parkstraße ##",
            "Gartenweg #",
            "Mozartstr. ##",
            "Birkenallee ##",
            "Schillerplatz #",
            "An der Alster ##",
            "Kölner Str. ###@",
        ),
        ("Hamburg|20###", "Leipzig|04###", "Freiburg|79###"),
        "{code} {town}",
        "Deutschland",
    ),
    "AT": Addresses(
        ("Feldgasse ##", "Wiener Straße ###", "Linzer Gasse ##", "Donaulände #/##"),
        ("Salzburg|5020", "Linz|4020"),
        "{code} {town}",
        "Österreich",
    ),
    "CH": Addresses(
        ("Dorfstrasse ##", "Rue du Lac #", "Rosengartenstrasse ##", "Sentier des Vignes #"),
        ("Basel|4051", "Lausanne|1003"),
        "{code} {town}",
        "Schweiz",
    ),
    "FR": Addresses(
        (
            "## rue Pasteur",
            "### avenue Jean Jaurès",
            "# place du Marché",
            "# ruelle des Lilas",
            "### cours Gambetta",
            "## quai de la Rapée",
        ),
        ("Marseille|1300#", "Lille|59000", "Bordeaux|33000"),
        "{code} {town}",
        "France",
    ),
    "BE": Addresses(
        ("Nieuwstraat ##", "Rue Royale ###", "Stationsstraat ##", "Avenue Louise ###"),
        ("Antwerpen|2018", "Liège|4000"),
        "{code} {town}",
        "Belgique",
    ),
    "ES": Addresses(
        (
            "Calle Goya ##",
            "Avenida del Puerto ##",
            "Calle de la Luna #, #º C",
            "C/ Serrano ##, #º B",
            "Rambla de Gracia ##",
            "Plaza de España #",
        ),
        ("Barcelona|080##", "Valencia|460##"),
        "{code} {town}",
        "España",
    ),
    "IT": Addresses(
        (
            "Via Dante ##",
            "Corso Cavour ##",
            "Vicolo Mazzini ##",
            "Via dei Mille ##/@",
            "Salita Augusto #",
        ),
        ("Torino|101##", "Napoli|801##"),
        "{code} {town}",
        "Italia",
    ),
    "NL": Addresses(
        ("Parkstraat ##", "Schoolweg #", "Prinsengracht ###-#", "Beukenlaan ##", "Oude Singel #"),
        ("Rotterdam|30## @@", "Groningen|97## @@"),
        "{code} {town}",
        "Nederland",
    ),
    "SE": Addresses(
        ("Skolgatan ##", "Kyrkovägen #", "Drottninggatan ##", "Björkvägen #@"),
        ("Göteborg|411 ##", "Uppsala|753 ##"),
        "{code} {town}",
        "Sverige",
    ),
    "PL": Addresses(
        (
            "ul. Polna ##",
            "ul. Ogrodowa #/##",
            "ul. Kwiatowa ## m. #",
            "al. Jerozolimskie ###",
            "pl. Słoneczny #/##",
        ),
        ("Gdańsk|80-###", "Wrocław|50-###"),
        "{code} {town}",
        "Polska",
    ),
    "PT": Addresses(
        (
            "Rua do Carmo ##",
            "Avenida Central ###",
            "Rua Augusta ##",
            "Largo da Liberdade ##, #.º Dto",
        ),
        ("Lisboa|1100-###", "Porto|4000-###"),
        "{code} {town}",
        "Portugal",
    ),
    "BR": Addresses(
        (
            "Rua Bahia, ###",
            "Avenida Brasil, ####",
            "Rua das Flores, ###",
            "Av. Paulista, 1###, apto ##",
        ),
        ("São Paulo|01310-###", "Curitiba|80020-###"),
        "{town} {code}",
        "Brasil",
    ),
    "IN": Addresses(
        (
            "##, Park Road",
            "Flat ###, Green Towers, Hill Road",
            "#/##, Gandhi Salai",
            "Plot ##, Phase #",
            "B-##, Shanti Vihar",
        ),
        ("Chennai|6000##", "Chandigarh|1600##"),
        "{town} {code}",
        "India",
    ),
    "AU": Addresses(
        (
            "## Elizabeth Street",
            "#/## Ocean Road",
            "## Banksia Rise",
            "Suite #, ## Foreshore",
            "#/### Collins St",
        ),
        ("Melbourne|VIC 30##", "Hobart|TAS 70##"),
        "{town} {code}",
        "Australia",
    ),
}

# Hosts set aside for examples, below suffixes that are public, and one that is not.
DOMAINS = words(
    "inbox.example.com mailbox.example.org correo.example.net kontor.example.com corp.internal"
)
