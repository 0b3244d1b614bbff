"""Names of the held-out bank, written down from memory by origin."""

from benchmarks.redaction_corpus.bank import Origin, words


def _names(first: str, last: str, native: tuple[str, ...] = ()) -> Origin:
    """First and last names separated by blanks; _ stands for a blank inside a name."""
    return Origin(
        tuple(name.replace("_", " ") for name in words(first)),
        tuple(name.replace("_", " ") for name in words(last)),
        native,
    )


ORIGINS = {
    "English": _names(
        "Gemma Nigel Rosalind Barnaby Philippa Trevor Imogen Clive Tabitha Crispin Beverley "
        "Alistair",
        "Ashdown Wetherby Pickering Holloway Thackeray Birtwistle Lockwood Cartwright Winterbourne "
        "Hargreaves Stubbs Millward",
    ),
    "American": _names(
        "Brynn Garrett Tiffany Wyatt Shawna Leroy Marlene Colton Darlene Trent Mackenzie Hank",
        "Kowalczuk-Hayes Abernathy Ledbetter Stallworth Huckabee Vanderpool Tillman Crenshaw "
        "Broussard Eubanks Pettigrew Langston",
    ),
    "Irish": _names(
        "Gráinne Diarmuid Sorcha Lorcan Bláthnaid Cathal Orla Donnacha Caoimhe Ruairí",
        "Ó_Dubhghaill McGillicuddy O'Rourke Heffernan Mulcahy Tuohy Ní_Bhriain Geraghty "
        "Scanlon McNamara",
    ),
    "German": _names(
        "Heidrun Torsten Annegret Hartmut Gesine Detlef Swantje Eckhard Mareike Volker Jörg Käthe",
        "Brinkmann Hölzer Oberländer Stegemann Rademacher Quandt Vogelsang Tiedemann von_Alten "
        "Schürmann Wüst Kretschmer",
    ),
    "Swiss and Austrian": _names(
        "Urs Vreni Reto Leopold Resi Beat Annelies Wenzel Ursina Korbinian",
        "Zurbriggen Hofstetter Aeschbacher Grubinger Pichler Niederreiter Rüegg Abderhalden "
        "Oberhauser Schwarzenegger-Lang",
    ),
    "French": _names(
        "Corentin Solange Gaëtan Mireille Jean-Baptiste Odile Loïc Ghislaine Bastien Apolline",
        "Lemaître Vaillancourt Desjardins Le_Goff Rochefort Bellamy Tremblay Poirier d'Estaing "
        "Guérin",
    ),
    "Spanish": _names(
        "Iñigo Macarena Rosario Gonzalo Nuria Eusebio Begoña Evaristo Remedios Jacinto",
        "Etxebarria Zamorano Villalobos de_la_Fuente Peñalver Ibáñez Cifuentes Carrascosa "
        "Quintanilla Urrutia",
    ),
    "Mexican and Colombian": _names(
        "Nayeli Cuauhtémoc Yesenia Wilmer Anahí Leidy Heriberto Refugio Fabián Itzel",
        "Cárdenas_Luna Zapata Olvera Restrepo Tlatelpa Arboleda Covarrubias Huerta Montaño "
        "Echeverri",
    ),
    "Italian": _names(
        "Ginevra Ettore Fiammetta Ruggero Domitilla Corrado Ludovica Tiziano Rosalba Gennaro",
        "Bevilacqua Mastroianni Cappelletti Zanardi Lo_Presti Dell'Orto Fumagalli Scognamiglio "
        "Tagliabue Brambilla",
    ),
    "Dutch and Flemish": _names(
        "Sjoerd Marloes Teun Anneke Gijs Hilde Wouter Maartje Bram Liesbeth",
        "van_der_Heijden Hoogland Ter_Horst Kuipers Verstraeten De_Clercq Zijlstra van_'t_Hof "
        "Boersma Schippers",
    ),
    "Polish": _names(
        "Bożena Czesław Danuta Wojciech Jadwiga Bogusław Halina Mieczysław Kinga Radosław",
        "Szymborski Grzegorzewska Wróblewski Ostrowska Pawlikowski Maciejewska Błaszczyk "
        "Jabłoński Kwiatkowska Trzaskowski",
    ),
    "Nordic": _names(
        "Torbjørn Ragnhild Åse Gunnar Birgitta Hjalmar Sigrún Tuulikki Jorma Vibeke",
        "Søgaard Hedström Haugland Koskela Åkerlund Thorvaldsen Nieminen Bergstrand Kjeldsen "
        "Sigurðardóttir",
    ),
    "Portuguese and Brazilian": _names(
        "Conceição Joaquim Thaís Edivaldo Lurdes Wanderley Graça Valdemar Jussara Fernão",
        "Sardinha Cavalcanti dos_Anjos Magalhães Vasconcelos Bittencourt Pacheco Sepúlveda "
        "Guimarães Couto",
    ),
    "Czech and Slovak": _names(
        "Zdeněk Ludmila Bohumil Květa Radek Drahomíra Ľubomír Vlasta",
        "Hruška Procházková Dvořáček Zelenka Šťastná Kratochvíl Havránek Hudáková",
    ),
    "Hungarian and Romanian": _names(
        "Zsófia Gergely Piroska Szabolcs Doina Sorin Mirela Horațiu",
        "Szentgyörgyi Fehérváry Halmos Kerekes Ciobanu Ungureanu Dragomir Lăzărescu",
    ),
    "South Slavic": _names(
        "Snežana Zoran Jadranka Hrvoje Desislava Tihomir Nevena Boyko",
        "Stojanović Kovačić Marušić Petković Georgieva Todorov Vuković Hadžić",
    ),
    "Russian and Ukrainian": _names(
        "Lyudmila Gennady Zinaida Ostap Bohdana Rodion Yaroslav Nadezhda",
        "Zaytsev Tkachenko Vinogradova Shevchuk Golubev Horbunov Lazareva Kravets",
        ("Людмила Зайцева", "Остап Ткаченко", "Родион Голубев", "Богдана Шевчук"),
    ),
    "Greek": _names(
        "Evangelia Spyridon Chrysanthi Panagiotis Stamatia Thanasis Vasiliki Lefteris",
        "Papadakis Economou Zervas Stathopoulos Mavridis Anagnostou Tsipras-Vlachou Kefalas",
        ("Ευαγγελία Παπαδάκη", "Σπυρίδων Οικονόμου", "Σταματία Κεφαλά"),
    ),
    "Turkish": _names(
        "Gülşen Orhan Nurcan Tuncay Şebnem Haluk Ayşegül Bülent",
        "Karadağ Özdemir Çelikkol Bozkurt Tekin Günaydın Sarıkaya Erdoğdu",
    ),
    "Arabic": _names(
        "Ghassan Lubna Abdulrahman Hanadi Mounir Suad Bilal Wafaa",
        "Al-Khatib Sabbagh Al-Masri Bouazizi Zeidan Abu_Rashid Al-Jaziri Benkirane",
        ("غسان الخطيب", "لبنى صباغ", "منير بوعزيزي"),
    ),
    "Persian": _names(
        "Shahram Golnaz Kourosh Mahnaz Siavash Laleh",
        "Khosravi Zandi Jafarzadeh Golshani Farahani Ghorbani",
    ),
    "Hebrew": _names(
        "Shlomit Menachem Yaffa Gideon Tzipora Amnon",
        "Ben-Ari Rabinovich Gurevich Toledano Zilberman Avrahami",
        ("שלומית בן ארי", "גדעון מזרחי"),
    ),
    "North Indian": _names(
        "Jaswant Sunita Devendra Poonam Ramesh Shalini Balwinder Madhuri",
        "Chaturvedi Ahluwalia Bhattacharya Sodhi Mukhopadhyay Agarwal Shekhawat Kulkarni",
        ("सुनीता चतुर्वेदी", "रमेश कुलकर्णी"),
    ),
    "South Indian and Sri Lankan": _names(
        "Thirumalai Padmini Karthikeyan Vasantha Chaminda Nirmala",
        "Venkataraman Subramaniam Jayawardena Padmanabhan Wickramasinghe Ramaswamy",
    ),
    "Pakistani and Bengali": _names(
        "Shabana Tariq Nasreen Zubair Rukhsana Mizanur",
        "Qureshi Chaudhry Talukdar Siddiqui Bhuiyan Mirza",
    ),
    "Chinese": _names(
        "Guoqiang Xiuying Ruoxi Meiling Jianguo Yuchen",
        "Situ Zheng Xie Deng Cai Lü",
        ("司徒国强", "郑秀英", "谢若曦"),
    ),
    "Japanese": _names(
        "Tomoko Shigeru Haruka Masahiro Chiyo Kazuhiko",
        "Kobayakawa Shimizu Nakagawa Ishibashi Okamoto Matsuzaki",
        ("清水智子", "中川茂", "岡本遥"),
    ),
    "Korean": _names(
        "Hyun-woo Eun-ji Seung-min Mi-sook Dong-hyun Yoo-jin",
        "Hwang Seo Baek Noh Ryu Moon",
        ("황현우", "서은지"),
    ),
    "Vietnamese": _names(
        "Thị_Hồng Quốc Khánh Thúy Đức_Anh Bích",
        "Huỳnh Đặng Bùi Dương Võ Lương",
    ),
    "Filipino and Indonesian": _names(
        "Maricel Rodel Wulandari Bambang Jocelyn Rizky",
        "Magsaysay Dimaculangan Kusuma Setiawan Batungbakal Nasution",
    ),
    "Nigerian": _names(
        "Temitope Obiageli Babatunde Chidinma Obinna Folasade Ikechukwu Aminat",
        "Adeyemi-Cole Okonkwo Akintola Nwachukwu Ogundipe Obiora Danjuma Onyekachi",
    ),
    "Ghanaian and Kenyan": _names(
        "Kwabena Akosua Nyambura Kipchoge Efua Barasa",
        "Acheampong Amponsah Gichuru Njoroge Ofori-Atta Wafula",
    ),
    "Ethiopian and Somali": _names(
        "Tsehay Abebe Hodan Mulugeta Ifrah Selamawit",
        "Gebremariam Mengistu Warsame Demissie Abdullahi Woldemichael",
    ),
    "South African": _names(
        "Thandiwe Sipho Lerato Hendrik Nomvula Kobus",
        "Dlamini Mthembu Botha Nkosi van_Rensburg Khumalo",
    ),
}

DOMAINS = words(
    "posteo.de outlook.com icloud.com bluewin.ch orange.fr libero.it telenet.be wp.pl "
    "btinternet.com eircom.net bigpond.com rogers.com brightwell-joinery.co.uk "
    "nordhof-technik.de casa-lucero.es studiofarina.it"
)
