"""Telephones and addresses of the blind bank."""

from benchmarks.redaction_corpus.bank import Addresses, lines

PHONES = {
    "US": (
        "(312) ~##-####",
        "+1 503-~##-####",
        "415.~##.####",
        "1-646-~##-####",
        "913~######",
        "+1919~######",
        "704 ~## ####",
        "(617) ~##-#### x###",
    ),
    "CA": ("(604) ~##-####", "+1 514 ~## ####", "902-~##-####", "+1.403.~##.####"),
    "GB": (
        "074## ######",
        "+44 78## ######",
        "+44 (0)797# ### ###",
        "020 7### ####",
        "(0161) 4## ####",
        "0131 5## ####",
        "0044 77## ######",
        "078########",
    ),
    "IE": ("087 ### ####", "+353 86 ### ####", "(01) 6## ####"),
    "DE": (
        "0171 #######",
        "+49 170 #######",
        "030 ########",
        "0221/#######",
        "+49 (0)89 #######",
        "0049 151 ########",
        "0176-########",
    ),
    "FR": (
        "06 1# ## ## ##",
        "+33 7 5# ## ## ##",
        "01.4#.##.##.##",
        "0033 6 6# ## ## ##",
        "062#######",
    ),
    "ES": ("6## ### ###", "+34 6## ## ## ##", "91 5## ## ##", "+346########"),
    "IT": ("+39 34# #######", "33# #######", "02 4#######", "+39 06 ####  ####"),
    "NL": ("06 1#######", "+31 6 2# ## ## ##", "020-6######", "0031 6 4#######"),
    "BE": ("0475 ## ## ##", "+32 486 ## ## ##"),
    "AT": ("0664 #######", "+43 676 #######", "01 5######"),
    "CH": ("079 ### ## ##", "+41 78 ### ## ##", "044 3## ## ##"),
    "SE": ("070-### ## ##", "+46 73 ### ## ##", "08-55# ### ##"),
    "DK": ("+45 2# ## ## ##", "31 ## ## ##"),
    "NO": ("+47 9## ## ###", "41# ## ###"),
    "FI": ("040 #######", "+358 50 ### ####"),
    "PL": ("+48 60# ### ###", "51# ### ###"),
    "PT": ("+351 91# ### ###", "93# ### ###"),
    "IN": ("98### #####", "+91 97### #####", "+91-80-4### ####", "0091 99########"),
    "AU": ("041# ### ###", "+61 43# ### ###", "(02) 9### ####"),
    "NZ": ("021 ### ####", "+64 27 ### ####"),
    "BR": ("(11) 9####-####", "+55 21 9#### ####"),
    "MX": ("55 #### ####", "+52 55 #### ####"),
    "JP": ("090-####-####", "+81 80 #### ####"),
    "KR": ("010-3###-####",),
    "SG": ("+65 91## ####",),
    "ZA": ("082 ### ####", "+27 83 ### ####"),
    "NG": ("0803 ### ####", "+234 806 ### ####"),
    "AE": ("+971 50 ### ####",),
    "PH": ("0917 ### ####",),
}

ADDRESSES = {
    "US": Addresses(
        lines("""
            ### Sycamore Hollow Rd
            #### W Larkspur Ave Apt #@
            ##### Quail Crossing
            ## Founders Row, Unit ###
            #### NE 1#th Ter
            ### Kettle Creek Blvd Suite ###
            ### Old Mill Pike
            #### County Road ##
            ## Stonegate Ct
            P.O. Box ####
            ### S Delancey St., Apt. ##@
        """),
        lines("""
            Boise, ID|837##
            Dayton, OH|454##
            Raleigh, NC|276##
            Tucson, AZ|857##
            Des Moines, IA|503##
            El Paso, Texas|799##
            Providence, RI|029##
            Knoxville, TN|379##-####
            Fargo, ND|581##
        """),
        "{town} {code}",
        "United States",
    ),
    "GB": Addresses(
        lines("""
            ## Tanners Yard
            Flat #, ## Wellesley Gardens
            #@ Harbour Terrace
            Rose Cottage, Pound Lane
            ### Kirkgate Road
            ## St Aldhelm's Close
            Apt ##, Weavers Mill, Canal Walk
            ## Penhallow Crescent
            ## Saddlers Reach
            Unit #, Foundry Way
            ### Gloucester Drive
        """),
        lines("""
            Leeds|LS# #@@
            Norwich|NR# #@@
            Truro|TR# #@@
            Cardiff|CF## #@@
            Dundee|DD# #@@
            Stockport|SK# #@@
            Reading|RG# #@@
            London|SE## #@@
            Belfast|BT# #@@
        """),
        "{town}, {code}",
        "United Kingdom",
    ),
    "DE": Addresses(
        lines("""
            Fliederweg ##
            Hermann-Löns-Str. ##
            An der alten Ziegelei #
            Pappelweg ###@
            Stresemannstr. ##
            Am Mühlgraben #@
            Obere Gasse ##
            Karl-Marx-Platz #
            Bgm.-Schmidt-Straße ##
        """),
        lines("""
            Leipzig|041##
            Kassel|341##
            Oldenburg|261##
            Freiburg im Breisgau|791##
            Bochum|447##
            Würzburg|970##
            Berlin|104##
        """),
        "{code} {town}",
        "Germany",
    ),
    "FR": Addresses(
        lines("""
            ## rue des Tanneurs
            #, allée des Mésanges
            ### avenue Aristide Briand
            ## bis rue Pasteur
            ## quai de la Fosse, appt ##
            #, impasse du Moulin
            ## boulevard Voltaire
            Résidence Les Tilleuls, bât. C, ## chemin Vert
            ## place aux Herbes
        """),
        lines("""
            Nantes|440##
            Grenoble|380##
            Rennes|350##
            Montpellier|340##
            Clermont-Ferrand|630##
            Lyon|6900#
            Le Havre|766##
        """),
        "{code} {town}",
        "France",
    ),
    "ES": Addresses(
        lines("""
            C/ Alcalde Móstoles ##, #º B
            Avda. de los Almendros, ##
            Calle del Pez ##
            Paseo de la Ribera ##, bajo dcha.
            Plaza de San Lesmes, #
            Camino Viejo de Simancas s/n
            Ronda de Outeiro ###, #º izq.
            Carrer de Balmes ###
        """),
        lines("""
            Burgos|090##
            A Coruña|150##
            Málaga|290##
            Valladolid|470##
            Barcelona|080##
            Zaragoza|500##
        """),
        "{code} {town}",
        "Spain",
    ),
    "IT": Addresses(
        lines("""
            Via dei Glicini ##
            Viale Trieste, ###
            Corso Garibaldi ##, int. #
            Via Monte Grappa ##/@
            Piazza delle Erbe #
            Strada della Pieve ##
            Largo dei Mille #
            Vicolo del Forno, #
        """),
        lines("""
            Brescia BS|251##
            Perugia (PG)|061##
            Udine|331##
            Bari|701##
            Torino TO|101##
            Reggio Emilia|421##
        """),
        "{code} {town}",
        "Italy",
    ),
    "NL": Addresses(
        lines("""
            Lijsterbeslaan ##
            Oude Haven #-@
            Burgemeester Tellegenstraat ###
            Wilhelminakade ##
            Korte Nieuwstraat #@
            Van Speijkstraat ##-#
            Molenpad ##
            De Dreef ###
        """),
        lines("""
            Zwolle|80## @@
            Nijmegen|65## @@
            Alkmaar|18## @@
            Utrecht|35## @@
            Den Bosch|52## @@
            Groningen|97##@@
        """),
        "{code} {town}",
        "Netherlands",
    ),
    "AT": Addresses(
        lines("""
            Stelzhamerstraße ##/#
            Am Graben #
            Mariahilfer Zeile ##/#/##
            Färbergasse ##
            Salzachweg #
            Leopold-Figl-Platz ##
            Unterer Markt #
        """),
        lines("Linz|40##\nGraz|80##\nInnsbruck|60##\nWien|10#0\nVillach|95##"),
        "{code} {town}",
        "Austria",
    ),
    "CH": Addresses(
        lines("""
            Seestrasse ###
            Rue des Moulins ##
            Hinterdorf #
            Chemin du Verger #@
            Untere Bahngasse ##
            Via Cantonale ##
            Kirchrain #
        """),
        lines("Winterthur|84##\nLausanne|10##\nThun|36##\nBellinzona|65##\nSt. Gallen|90##"),
        "{code} {town}",
        "Switzerland",
    ),
    "SE": Addresses(
        lines("""
            Björkstigen ##
            Norra Hamngatan # @
            Kyrkvägen ##, lgh 1#0#
            Östra Promenaden ##
            Tallbacken #
            Kung Oskars väg ##
            Ringvägen ###
        """),
        lines("Norrköping|602 ##\nLund|223 ##\nUmeå|903 ##\nGöteborg|413 ##\nStockholm|116 ##"),
        "{code} {town}",
        "Sweden",
    ),
    "IN": Addresses(
        lines("""
            Flat ###, Sai Residency, 4th Cross, Malleshwaram
            H.No. #-##-###, Vidya Nagar
            Plot ##, Sector ##
            ##/@, Lake View Colony, MG Road
            B-###, Shanti Apartments, Link Road
            Door No ##, Gandhi Street, T. Nagar
            ###, 2nd Floor, Civil Lines
        """),
        lines("""
            Bengaluru|5600##
            Hyderabad|5000##
            Pune|4110##
            Jaipur|3020##
            Chennai|600 0##
            Noida|2013##
        """),
        "{town} - {code}",
        "India",
    ),
    "AU": Addresses(
        lines("""
            ## Wattlebird Way
            Unit #/## Esplanade Parade
            ### Old Northern Hwy
            #/## Banksia Street
            ## Billabong Circuit
            Lot ##, Stockyard Track
            ## Bourke Lane
        """),
        lines("""
            Geelong VIC|32##
            Toowoomba QLD|43##
            Fremantle WA|61##
            Wagga Wagga NSW|26##
            Hobart, TAS|70##
            Marrickville NSW|22##
        """),
        "{town} {code}",
        "Australia",
    ),
    "CA": Addresses(
        lines("""
            ### Maplecrest Rd
            ###-## Dundurn St N
            #### rue Saint-Viateur
            ## Lakeshore Trail
            RR #, Concession Rd ##
            ##### 10#A Ave NW
            ### Chebucto Lane
        """),
        lines("""
            Guelph, ON|N1@ #@#
            Halifax, NS|B3@ #@#
            Kelowna, BC|V1@ #@#
            Montréal (Québec)|H2@ #@#
            Edmonton AB|T5@ #@#
        """),
        "{town} {code}",
        "Canada",
    ),
    "IE": Addresses(
        lines(
            "## Abbeyfield Green\nApt ##, Liffey Wharf\nThe Old Forge, Ballinacurra\n## Eyre Parade"
        ),
        lines("Galway|H91 @#@#\nCork|T12 @#@#\nDublin 8|D08 @#@#"),
        "{town}, {code}",
        "Ireland",
        claimed=False,
    ),
    "BE": Addresses(
        lines("Groenstraat ##\nChaussée de Wavre ###\nLeopoldlaan ## bus #\nRue Haute ##"),
        lines("Gent|90#0\nNamur|50#0\nBruxelles|10#0"),
        "{code} {town}",
        "Belgium",
        claimed=False,
    ),
    "DK": Addresses(
        lines("Vesterbrogade ##, #. tv.\nMøllevej #\nSønder Allé ##\nÅboulevarden ###"),
        lines("Aarhus C|80##\nOdense|50##\nKøbenhavn V|16##"),
        "{code} {town}",
        "Denmark",
        claimed=False,
    ),
    "PL": Addresses(
        lines(
            "ul. Kochanowskiego ##/##\nos. Tysiąclecia #\nal. Wojska Polskiego ###\nul. Łąkowa #@"
        ),
        lines("Poznań|61-###\nGdańsk|80-###\nKraków|31-###"),
        "{code} {town}",
        "Poland",
        claimed=False,
    ),
    "BR": Addresses(
        lines("Rua das Acácias, ###\nAv. Boa Viagem, ####, apto ###\nTravessa do Comércio, ##"),
        lines("Recife - PE|510##-###\nCuritiba - PR|804##-###\nSão Paulo - SP|013##-###"),
        "{town}, {code}",
        "Brazil",
        claimed=False,
    ),
    "JP": Addresses(
        lines("#-##-# Sakuragaoka\nMinami-cho #-#-##, #0#\n#-# Honmachi, Heights Aoba ###"),
        lines("Setagaya-ku, Tokyo|156-00##\nSakai, Osaka|590-00##\nNaka-ku, Hiroshima|730-00##"),
        "{town} {code}",
        "Japan",
        claimed=False,
    ),
    "NZ": Addresses(
        lines("## Kōwhai Grove\n#/## Tasman Street\n### Pukeko Rise\nFlat #, ## Hutt Terrace"),
        lines("Dunedin|90##\nTauranga|31##\nWellington|60##"),
        "{town} {code}",
        "New Zealand",
        claimed=False,
    ),
}
