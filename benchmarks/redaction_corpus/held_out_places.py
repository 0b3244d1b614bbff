"""Telephone numbers and addresses of the held-out bank. `~` is a digit from 2 to 9."""

from benchmarks.redaction_corpus.bank import Addresses, lines

PHONES = {
    "US": ("(312) 4~~-####", "+1 617-3~~-####", "503.2~~.####", "1-720-4~~-####", "9173~~####"),
    "CA": ("(416) 5~~-####", "+1 604 6~~ ####", "514-3~~-####"),
    "GB": (
        "07911 2#####",
        "+44 7700 1#####",
        "0113 2## ####",
        "020 7946 ####",
        "+44 (0)161 4######",
    ),
    "IE": ("087 2## ####", "+353 86 3## ####", "01 6## ####", "021 42# ####"),
    "AU": ("0412 ### ###", "+61 4## ### ###", "(02) 9### ####", "+61 3 9### ####"),
    "DE": ("0171 2######", "+49 160 9#######", "030 2#######", "+49 (0)89 5######", "0221/4######"),
    "AT": ("0664 4######", "+43 676 3######", "01 5######", "+43 1 7######"),
    "CH": ("079 3## ## ##", "+41 78 6## ## ##", "044 2## ## ##", "0041 76 4## ## ##"),
    "FR": ("06 2# ## ## ##", "+33 7 6# ## ## ##", "01 4# ## ## ##", "0623######", "04.7#.##.##.##"),
    "ES": ("612 ### ###", "+34 655 ## ## ##", "91 4## ## ##", "934 ### ###"),
    "IT": ("347 #######", "+39 333 ### ####", "02 4#######", "+39 06 5######"),
    "NL": ("06 2#######", "+31 6 4#######", "020 6######", "010-4######", "+31 (0)30 2######"),
    "PL": ("602 ### ###", "+48 511 ### ###", "22 6## ## ##", "+48 12 4## ## ##"),
    "BE": ("0475 ## ## ##", "+32 486 ## ## ##", "02 5## ## ##"),
    "SE": ("070-3## ## ##", "+46 73 6## ## ##", "08-5## ### ##"),
    "PT": ("912 ### ###", "+351 96 3## ## ##", "21 3## ## ##"),
    "IN": ("98200 #####", "+91 99105 #####", "+91-80-2#######"),
    "BR": ("(11) 98###-####", "+55 21 99###-####"),
}

ADDRESSES = {
    "US": Addresses(
        lines("""
            #### Cottonwood Dr
            ### N Juniper Street, Apt #
            ##### Old Mill Road
            ### W 3~th St
            #### Larkspur Lane
            ## Beacon Hill Ave, Unit ##
            #### Sycamore Blvd Ste ###
            ### Pelican Court
            PO Box ####
        """),
        lines("""
            Boise, ID|837##
            Tulsa, OK|741##
            Providence, RI|029~#
            Chattanooga, TN|374##
            Spokane, WA|992##
        """),
        "{town} {code}",
        "US",
    ),
    "GB": Addresses(
        lines("""
            ## Thornfield Avenue
            # Saddlers Mews
            Flat #, ## Cranmer Road
            ### Kirkstall Lane
            The Old Forge, Mill Lane
            ## Wellesley Crescent
            Unit ##, Bankside Trading Estate
            ## Quarry Hill
        """),
        lines("""
            Derby|DE~ #@@
            Ipswich|IP~ #@@
            Stirling|FK~ #@@
            Swansea|SA~ #@@
            Cardiff|CF~ #@@
        """),
        "{town} {code}",
        "GB",
    ),
    "IE": Addresses(
        lines("""
            ## Shandon Terrace
            # Castleknock Park
            ### Merrion Row
            Apt #, ## Fairview Strand
            ## Ballyhooly Road
            # The Paddocks
        """),
        lines("""
            Kilkenny|R95 X#P#
            Dublin 15|D15 E#Y#
            Ennis|V95 R###
            Sligo|F91 K#H#
        """),
        "{town}, {code}",
        "IE",
    ),
    "CA": Addresses(
        lines("""
            #### Bloomfield Crescent
            ### Wellington Street West, Suite ###
            ## Chinook Drive NW
            #### rue Saint-Hubert, app. #
            ### Lakeshore Rd E
            ##-### Granite Way
        """),
        lines("""
            Halifax, NS|B3J #K#
            Calgary, AB|T2P #H#
            Laval, QC|H7N #S#
            Victoria, BC|V8W #L#
        """),
        "{town} {code}",
        "CA",
    ),
    "AU": Addresses(
        lines("""
            ## Jacaranda Street
            #/## Beaufort Terrace
            ### Glenhuntly Rd
            Unit #, ## Esplanade
            ## Wattle Grove
            ### Kurrajong Parade
        """),
        lines("""
            Hobart TAS|70##
            Geelong VIC|322#
            Fremantle WA|616#
            Newcastle NSW|230#
        """),
        "{town} {code}",
        "AU",
    ),
    "DE": Addresses(
        lines("""
            Lindenstraße ##
            Am Alten Markt #
            Kastanienallee ###
            Goetheplatz ##
            Bürgermeister-Schmidt-Str. ##
            Hinter der Kirche #
            Wiesengrund ##a
            Zur Mühle #
        """),
        lines("""
            Göttingen|370##
            Bielefeld|336##
            Rostock|180##
            Ulm|890##
        """),
        "{code} {town}",
        "DE",
    ),
    "AT": Addresses(
        lines("""
            Währinger Straße ##/#/##
            Kirchengasse ##
            Dr.-Karl-Renner-Ring #
            Feldkircher Strasse ##
            Obere Dorfstraße ##
            Schlossberg #
        """),
        lines("""
            Linz|402#
            Klagenfurt|902#
            Dornbirn|685#
            Steyr|440#
        """),
        "{code} {town}",
        "AT",
    ),
    "CH": Addresses(
        lines("""
            Seefeldstrasse ##
            Chemin des Vignes #
            Im Rebberg ##
            Rue des Alpes ##
            Via San Gottardo ##
            Bahnhofplatz #
        """),
        lines("""
            Winterthur|840#
            Vevey|180#
            Bellinzona|650#
            Thun|360#
        """),
        "{code} {town}",
        "CH",
    ),
    "FR": Addresses(
        lines("""
            ## rue des Tilleuls
            ### avenue Jean Moulin
            # place de la Mairie
            ## bis, boulevard Carnot
            ## chemin du Moulin
            # impasse des Acacias
            ##, allée des Cerisiers
            ## quai de la Fosse
        """),
        lines("""
            Dijon|210##
            Clermont-Ferrand|630##
            Annecy|740##
            Pau|640##
        """),
        "{code} {town}",
        "FR",
    ),
    "ES": Addresses(
        lines("""
            Calle del Olmo, ##
            C/ Santa Engracia ##, #º B
            Avenida del Mediterráneo, ###
            Plaza del Ayuntamiento, #
            Paseo de la Castellana ###
            Carrer de Mallorca, ###
            Camino Viejo, ##
        """),
        lines("""
            Salamanca|370##
            Murcia|300##
            Girona|170##
            Gijón|332##
        """),
        "{code} {town}",
        "ES",
    ),
    "IT": Addresses(
        lines("""
            Via delle Rose, ##
            Corso Vittorio Emanuele II, ###
            Piazza Garibaldi #
            Viale dei Pini ##
            Vicolo Stretto, #
            Via G. Verdi ##/A
            Largo Augusto #
        """),
        lines("""
            Bergamo|241##
            Lecce|731##
            Parma|431##
            Udine|331##
        """),
        "{code} {town}",
        "IT",
    ),
    "NL": Addresses(
        lines("""
            Molenstraat ##
            Singelgracht ###-#
            Laan van Meerdervoort ###
            Burgemeester de Vlugtlaan ##
            Oude Dijk #
            Dorpsweg ##a
            Stationsplein #
        """),
        lines("""
            Haarlem|201# PK
            Zwolle|801# GT
            Breda|481# XB
            Assen|940# RD
        """),
        "{code} {town}",
        "NL",
    ),
    "PL": Addresses(
        lines("""
            ul. Jarzębinowa ##/#
            ul. Mickiewicza ##
            al. Niepodległości ###
            os. Słoneczne # m. ##
            pl. Wolności #
            Piłsudskiego ##
        """),
        lines("""
            Rzeszów|35-###
            Gdynia|81-###
            Opole|45-###
            Toruń|87-###
        """),
        "{code} {town}",
        "PL",
    ),
    "BE": Addresses(
        lines("""
            Kortrijksesteenweg ##
            Rue de la Station ## bte #
        """),
        lines("""
            Mechelen|280#
            Namur|500#
        """),
        "{code} {town}",
        "BE",
        claimed=False,
    ),
    "SE": Addresses(
        lines("""
            Tallvägen ##
            Hantverkargatan ## B
        """),
        lines("""
            Örebro|702 ##
            Umeå|903 ##
        """),
        "{code} {town}",
        "SE",
        claimed=False,
    ),
    "PT": Addresses(
        lines("""
            Rua das Oliveiras, ##, #º Esq
            Avenida dos Aliados ###
        """),
        lines("""
            Braga|4700-###
            Faro|8000-###
        """),
        "{code} {town}",
        "PT",
        claimed=False,
    ),
    "IN": Addresses(
        lines("""
            ##, 2nd Cross, Jayanagar
            Flat ###, Lotus Residency, MG Road
        """),
        lines("""
            Nagpur|4400##
            Kochi|6820##
        """),
        "{town} {code}",
        "IN",
        claimed=False,
    ),
}
