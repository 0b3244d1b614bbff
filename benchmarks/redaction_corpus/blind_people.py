"""People of the blind bank: names of many origins, all put together for it.

English-speaking origins are several, as in the traffic of most help desks.
"""

from benchmarks.redaction_corpus.bank import Origin


def _names(text: str) -> tuple[str, ...]:
    """The words of `text`; _ stands for a space inside a name."""
    return tuple(word.replace("_", " ") for word in text.split())


def _origin(first: str, last: str, native: str = "") -> Origin:
    return Origin(_names(first), _names(last), _names(native))


ORIGINS = {
    "american": _origin(
        """Dustin Kayla Cody Shelby Paige Chase Autumn Randall Wade Peggy T.J.
        Mary_Ellen Bryce Lorraine Hunter Dawn Clint Rhonda Marcus Felicia DeShawn
        Tamika Skyler Brandi""",
        """Whitaker Pruitt Hollis Stroud Beasley Cantrell McAllister Lockhart Vance
        Dempsey Yates Farris Ratliff Beckwith Tolliver Overstreet Haskins Pettit
        Braxton Munson Kilgore Bledsoe Justice Lovelace Rucker Stovall Van_Horn
        Winslow""",
    ),
    "american south": _origin(
        """Earl Wanda Travis Loretta Bobby_Joe Charlene Rusty Tammy Duane Crystal
        Kendrick Latoya Jolene Buck Sherry Vernon Tonya Clay Misty Faye Rhett
        Savannah Beau Delia""",
        """Tidwell Hatcher Pickett Culpepper Mayfield Gaines Hebert Thibodeaux
        Boudreaux Starkey Crump Pope Calloway Sewell Snipes Weatherly Purvis Guidry""",
    ),
    "english": _origin(
        """Tamsin Hayley Gareth_Paul Bernard Daphne Verity Kieran Poppy Dominic Jeremy
        Piers Heather Lesley Maureen Trevor_John Hattie Clementine Felix Beryl""",
        """Entwistle Bradshaw Ramsbottom Sidebottom Cartledge Fothergill Haddon
        Wainwright Clegg Ogden Tunnicliffe Standish Loveday Penrose Trelawney
        Gosling Bassett Featherstone Marsden-Cole Oldroyd Sugden Peacock""",
    ),
    "scottish": _origin(
        """Hamish Ailsa Lachlan Catriona Struan Mhairi Gregor Kirsty Murdo Elspeth
        Innes Shona Rory Fraser""",
        """Urquhart MacPherson Colquhoun Abernethy Galbraith MacAskill Dalgleish
        Farquhar Kinnaird Lorimer McCulloch Ogilvie Rennie Strachan""",
    ),
    "welsh": _origin(
        """Rhys Angharad Dafydd Sioned Emyr Bethan Gethin Nerys Ieuan Lowri Huw Carys
        Aled Mair""",
        """Prosser Gwynne Bevan Llewellyn Pryce Vaughan Bowen Parry Probert Cadwallader
        Mostyn Tudor ap_Rhys Trefor""",
    ),
    "irish": _origin(
        """Sinéad Eoin Fintan Tadhg Clodagh Ciarán Bríd Oisín Muireann Siobhán""",
        """O'Driscoll Fitzmaurice McGrath O'Shaughnessy Hennessy Keogh Ní_Cheallaigh
        Tierney Ó_Dálaigh Devlin Rafferty Comerford Lenihan Cullinane MacNamara""",
    ),
    "german": _origin(
        """Anneliese Sabrina Birgit Ulf Karl-Heinz Götz Frauke Rüdiger Elfriede Antje
        Lennart Wiebke""",
        """Schrödinger Hülsmann Ritter Kleinschmidt Pfannenstiel Zöllner von_Bredow
        Hasenkamp Klostermann Grünewald Stahlhut Ehlers Fuchs Landwehr""",
    ),
    "austrian": _origin(
        """Wolfgang Burgi Ferdinand Traudl Alois Notburga Vinzenz Herta Ignaz Waltraud""",
        """Hinterleitner Oberhuber Kainz Stadlmayr Rohrmoser Unterberger Zangerl
        Moosbrugger Wögerbauer Eder""",
    ),
    "swiss": _origin(
        """Ruedi Seraina Köbi Flurin Corsin Ladina Regula""",
        """Aeschlimann Bünzli Caflisch Gubler Hürlimann Kägi Odermatt Sprüngli Tschudi
        Wyss""",
    ),
    "french": _origin(
        """Solène Océane Guillaume Anne-Sophie Yannick Capucine Marie-Claude Fabrice
        Noémie Cédric Delphine Ségolène""",
        """Beauchamp Delacroix Lefèbvre-Roy Pasquier Rousselot Vasseur Quéméneur
        Bellanger Thévenot Marchand Coulon Haddad-Petit Castaing Villeneuve""",
    ),
    "spanish": _origin(
        """José_Luis María_del_Pilar Fermín Amparo Iker Montserrat Borja Inmaculada""",
        """Aguirre_Salas Bustamante Cifuentes_Roca Echeverría Figueroa Garrido_Luna
        Izquierdo Larrañaga Montoya Ordóñez_Gil Quintana_Soto Ridruejo Saavedra
        Zabala""",
    ),
    "latin american": _origin(
        """Ximena Yolanda Edgardo Dulce_María Gilberto Rigoberto Thalía Anastasio
        Milagros""",
        """Zaldívar Huamán Quispe_Mamani Cárdenas_Ruiz Escamilla Montenegro_Paz Tzoc
        Barrientos Carvajal Olmedo_Vera Uribe_Cano Yupanqui Batista Peralta""",
    ),
    "brazilian": _origin(
        """Wesley Rayane Anderson_Luís Joana_Darc Edmilson Larissa Priscila Valdir
        Gisele Otávio Fabiana Jonas Iara Ubiratan""",
        """Albuquerque_Lins Fagundes do_Nascimento Medeiros Nóbrega Queiroz Sampaio
        Teixeira_Leite Xavier da_Conceição Brandão Prates""",
    ),
    "portuguese": _origin(
        """Telmo Jacinta Afonso Matilde Tomás Zé_Manel Duarte Vasco""",
        """Abrantes Cordeiro Falcão Lourenço Mourinho_Vaz Paixão Quaresma Serrano_Pinto
        Tavares Valadares e_Sousa Pimentel""",
    ),
    "italian": _origin(
        """Pierluigi Gaspare Fiorella Tommaso Donatella Ezio Mariangela Loredana Sante
        Giusy Piergiorgio Immacolata Elio""",
        """Ceccarelli Guidi Malatesta Nicoletti Pavan Quadrelli Sgarbi Zaccaria
        De_Benedictis D'Amico""",
    ),
    "dutch": _origin(
        """Jeroen Lieke Hanneke Joke Tineke Koen Roelof Saskia""",
        """van_der_Veen de_Groot Brouwer-Smit Wagenaar Terpstra van_den_Heuvel
        Oosterhuis Schouten Noordhoek Postma in_'t_Veld""",
    ),
    "belgian": _origin(
        """Joris Lotte Geert Veerle Thibaut Griet Pieterjan Sofie Wim Annelore""",
        """Vandenbroucke De_Smedt Claeys Verhulst Mertens-Leroy Goossens Lambrecht
        Dewulf Van_Acker Desmet""",
    ),
    "swedish": _origin(
        """Göran Linnéa Torbjörn Håkan Malin Åke Tuva Björn-Erik Ulrika Sixten Ylva""",
        """Hallström Nyqvist Ekdahl Björklund Öberg Wallin Strömbäck Rosengren Engdahl
        Hammarskiöld Blad""",
    ),
    "norwegian": _origin(
        """Torgeir Ingvild Øystein Solveig Eirik Aslaug Sindre Turid Odd Gunn""",
        """Bjørnstad Kvamme Tveit Sørbø Aasen Myklebust Rønning Grøndahl Fossum Vik
        Skjelbred""",
    ),
    "danish": _origin(
        """Birthe Mogens Kirstine Asger Dorthe Troels Pernille Jeppe Bodil""",
        """Kjærgaard Vestergaard Nørregaard Dalsgaard Bruun Thygesen Skov Holm-Jensen
        Krogh Bech""",
    ),
    "finnish": _origin(
        """Jukka Seppo Riikka Ilmari Hannele Esa Kaisa Pekka""",
        """Hämäläinen Rautio Mäkitalo Pöysti Saarinen Vuorela Ylönen Huttunen Leppä
        Tikkanen Aalto""",
    ),
    "polish": _origin(
        """Bronisława Lech Wacław Grzegorz Żaneta Sławomir Urszula Przemek Gosia""",
        """Zając Gołębiowska Pawlak Szymczyk Kucharska Dąbek Łoś Żurawski Chmielewska
        Rogala Czarnecka""",
    ),
    "czech": _origin(
        """Markéta Vlastimil Jitka Řehoř Zuzana Oldřich Blanka Štěpán Hana""",
        """Dvořáčková Kučera Sedláček Vondráčková Šťastný Pospíšil Bílková Čapek Říha
        Kolářová""",
    ),
    "hungarian": _origin(
        """Attila Réka Csaba Botond Emőke Győző Tünde""",
        """Szabó-Kiss Horváthné Balogh Csizmadia Fodor Gulyás Juhász Lakatos Pásztor
        Szűcs Vörös Halász""",
    ),
    "romanian": _origin(
        """Bogdan Dragoș Smaranda Cosmin Ileana Răzvan Luminița Horia Anca""",
        """Lăcătuș Stănescu Cojocaru Moldovan Vlădescu Brâncuși-Pop Negrea""",
    ),
    "greek": _origin(
        """Pelagia Xanthi Stavros Evgenia Kalliopi Aristotelis Foteini""",
        """Kalogeropoulos Tsakiris Sideris Papanikolaou Theodorakopoulos Stathopoulou
        Galanis Kotsis""",
        """Σπύρος_Καραγιάννης Βασιλική_Μαυρίδη""",
    ),
    "turkish": _origin(
        """Gökhan Nilüfer Tuğba Cihan Çağla Rıza Barış Pınar Yiğit""",
        """Karaoğlu Şimşek Güneş Uçar Yalçınkaya Çetinkaya Aksoy Durmaz Kılıç""",
    ),
    "russian": _origin(
        """Svetlana Vyacheslav Rostislav Alevtina Stepan Raisa Timofey Galina""",
        """Belousov Chernova Zhukovskaya Kudryavtsev Lebedeva Shchukin Tarasova
        Vorobyov Samoylova Ryabov Pankratov""",
        """Геннадий_Белоусов Светлана_Чернова Зинаида_Лебедева""",
    ),
    "ukrainian": _origin(
        """Mykola Lesya Bohdan Halyna Solomiya Zakhar Yevheniya""",
        """Kovalchuk Hryhorenko Tkachuk Moroz Lysenko Prykhodko Zinchenko Melnyk""",
        """Оксана_Ковальчук Тарас_Бондаренко""",
    ),
    "balkan": _origin(
        """Dragana Zvonimir Miroslav Vesna Goran Slobodan Tihana Ognjen Mirsad Lejla""",
        """Petrović-Simić Jurišić Đorđević Knežević Babić Žižek Tomašević Begović Kos""",
    ),
    "arabic": _origin(
        """Khaled Ruqayya Hanan Mustafa Zeinab Maysoon Abdul_Rahman Iman Yasser Noura
        Walid Haifa""",
        """Al-Mutairi Barakat Bin_Saleh El-Sherif Haddadin Abu_Zayd Al_Balushi
        Nasrallah Qabbani Tawfik Boutros Ben_Youssef Al-Dosari""",
        """خالد_المطيري حنان_بركات نورة_الدوسري""",
    ),
    "persian": _origin(
        """Jamshid Bahram Mojgan Behrouz Kamran Arash Niloufar""",
        """Farrokhzad Mousavi-Rad Ebtekar Golshiri Pahlavani Nouri Sohrabi""",
        """پریسا_مرادی جمشید_قربانی""",
    ),
    "hebrew": _origin(
        """Hadassah Yigal Ravit Orly Nachum Dikla Boaz""",
        """Gilboa Harel-Stern Amsalem Katzir Bar-Lev Elkayam Azulay Goldfarb""",
        """יעל_שפירא""",
    ),
    "hindi": _origin(
        """Kavita Suresh Ankit Pooja Rekha Nitin Shweta Mukesh Jyoti Harish Manju
        Deepak Neha Gaurav Asha""",
        """Bhatnagar Saxena Tripathi Rawat Shrivastava Thakur Mathur Bisht Goel Pandit
        Khurana Dubey Rathore Malhotra Singh_Chauhan Jain""",
        """कविता_सक्सेना हरीश_रावत""",
    ),
    "south indian": _origin(
        """Venkatesh Padmavathi Karthik Meenakshi Revathi Arun_Kumar Saraswathi Ganesan
        Lalitha Balaji Kamala Sreejith Thenmozhi""",
        """Krishnamurthy Iyengar Nambiar Reddy_K Gowda Ramanathan Sundaram Naidu
        Balasubramanian Menon Hegde Kurup""",
    ),
    "bengali": _origin(
        """Subhash Mousumi Anirban Sharmila Partha Debashish Rafiqul Shathi""",
        """Chakraborty Sarkar Miah Hossain_Khan Ghoshal Majumdar Biswas""",
    ),
    "pakistani": _origin(
        """Imran Saima Naveed Shazia Faisal Rubina Asif Nadia_Bibi Waqar Humaira
        Zeeshan Bushra""",
        """Butt Awan Kayani Rehman Bukhari Niazi Gilani""",
    ),
    "chinese": _origin(
        """Weiming Zhiqiang Siqi Tony Vivian Bo Qiaoling""",
        """Zhuang Xue Cao Peng Tsai Qiu Fung Kwok Leung Szeto Meng""",
        """邓志强 曹美玲 彭浩然 欧阳雨欣 郑国强""",
    ),
    "japanese": _origin(
        """Sayuri Kenjiro Misaki Ayano Daichi Fumiko Masato Chihiro Ryota Natsumi""",
        """Hayashida Kuroda Matsubara Nishikawa Shirai Takeuchi Uehara Yoshizawa
        Miyazato Fukuda Inoue""",
        """桑原奈緒 黒田美咲 松原拓海 西川文子 岡本大地""",
    ),
    "korean": _origin(
        """Ji-hoon Soo-jin Mi-kyung Sung-min Ha-eun Jaewon Bora""",
        """Gil Cha Pyo Bae Shim Yoo Namgung Kwak Jeong""",
        """황지훈 배은지 노현우 유하은""",
    ),
    "vietnamese": _origin(
        """Quang_Huy Thu_Hà Minh_Tuấn Ngọc_Lan Văn_Hùng Bích_Phượng Hoàng_Nam
        Thanh_Trúc Đức Kim_Oanh""",
        """Tạ Mạc_Thị Bùi_Thị Lý_Hoàng Đinh Trương Phan_Văn Hồ""",
    ),
    "thai": _origin(
        """Kanya Niran Wichai Ratana Thanawat Siriporn Chaiwat""",
        """Srisuk Chaiyaporn Rattanakul Saetang Phromma Thongchai Jaidee Suwannarat""",
        """สมชาย_ศรีสุข กันยา_บุญมี""",
    ),
    "indonesian": _origin(
        """Sri_Rahayu Joko Ratnasari Dwi Ketut Slamet Fitriani""",
        """Wicaksono Hutapea Kusumawati Siregar Prabowo_S Handayani Nugroho Simanjuntak
        Lestari Purnomo""",
    ),
    "filipino": _origin(
        """Jhun Analyn Crisanto Rowena Jomar Ligaya Bong Princess""",
        """Macaraeg Bautista_Cruz de_la_Cruz Panganiban Tolentino Catacutan Salonga""",
    ),
    "yoruba": _origin(
        """Olumide Yetunde Kayode Segun Ronke Adebayo Bukola""",
        """Afolabi Olatunji Bamgbose Oyelaran Fashola Akinwande Sowande Ayodele""",
    ),
    "igbo and hausa": _origin(
        """Chukwuemeka Ifeoma Nnamdi Adaeze Ibrahim_Musa Hauwa Blessing Sunday""",
        """Nwosu-Ibe Bello Chukwuma Okafor-Ani Umeh Okoro-Bright Yar'Adua Ekwueme""",
    ),
    "ghanaian": _origin(
        """Fiifi Adjoa Kwaku Yaw Kofi_Mensah Nana_Yaa Kojo Ebenezer""",
        """Asante-Darko Agyeman Quartey Ofori Tetteh Sarpong Nkrumah-Addo""",
    ),
    "east african": _origin(
        """Makena Tigist Wanjiru Achieng Hirut Amina Juma Neema""",
        """Wekesa Kiplagat Alemu Mbugua Wolde Mutua Abdi_Warsame Mwakasege Nyong'o-Were""",
    ),
    "southern african": _origin(
        """Thabo Pieter-Steyn Annelize Tendai Rutendo Mandla Precious""",
        """Sithole van_Wyk Mabuza Mokoena Moyo Chikwanha Mahlangu Pretorius Zwane""",
    ),
    "pacific": _origin(
        """Sione Mele Tevita Lagi Wiremu Aroha Hemi Anahera Sefa Moana""",
        """Tuipulotu Fonoti Ngata Parata Faleolo Tamatea Vainikolo Hohepa Leiataua Manu""",
    ),
}
