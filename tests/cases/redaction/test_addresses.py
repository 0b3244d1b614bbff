"""Addresses in sentences, as they are written in a dozen countries and a half."""

import pytest

from cases.redaction.recognisers import build_recognisers

ADDRESSES = [
    "12 Ashgrove, Douglas, Cork T12 RX8A",
    "18 The Paddocks, Naas, Co. Kildare, W91 PX30",
    "9 Cois Mara, Kinvara, Co. Galway",
    "44 Upper Leeson St, Dublin 4",
    "Av. da Liberdade, 45, 3.º Esq., 1250-096 Lisboa",
    "Praceta João de Deus 4 - 2.º D, 2780-001 Oeiras",
    "Rua 25 de Abril, 19, 2800-300 Almada",
    "C/ de la Princesa, 25, 4º izda., 28008 Madrid",
    "Plaza de España, s/n, 41013 Sevilla",
    "Carretera de Valencia km 12, 50013 Zaragoza",
    "Via dell'Indipendenza 8, 40121 Bologna BO",
    "Via A. Volta, 21, int. 5, 22100 Como",
    "Lungarno Corsini 10, 50123 Firenze",
    "The Old Rectory, Church Lane, Ludlow SY8 1AZ",
    "17 Bellevue, Edinburgh EH7 4BX",
    "2/1, 33 Byres Road, Glasgow G11 5RG",
    "1450 Rue Sherbrooke Ouest, Montréal, QC H3G 1K4",
    "RR 2, Picton, ON K0K 2T0",
    "712 Jasper Ave NW, Edmonton, AB T5J 1N9",
    "Landstraßer Hauptstraße 71/2/14, 1030 Wien",
    "3 The Esplanade, Glenelg, SA 5045",
    "Meir 78, 2000 Antwerpen",
    "Im Lindengut 4, 9000 St. Gallen",
    "Västra Hamngatan 5 lgh 1102, 411 17 Göteborg",
    "23, 4th Cross, Indiranagar, Bengaluru - 560038",
    "Travessa Dona Paula, 13 - Higienópolis, São Paulo - SP, CEP 01239-050",
    "al. Jerozolimskie 54 m. 3, 00-024 Warszawa",
    "Van Baerlestraat 98hs, 1071 BB Amsterdam",
    "25, bd Voltaire, 75011 Paris",
    "Goethestr. 14a, 60313 Frankfurt am Main",
    "88 County Road 12, Bend, OR 97701",
    "15 Broadway, Boston, MA",
]


def covered(text: str) -> set[int]:
    return {
        place
        for recogniser in build_recognisers()
        for span in recogniser.find(text)
        for place in range(span.start, span.end)
    }


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("sentence", ["Please send it to {} instead.", "{} is where I live."])
def test_a_whole_address_is_found(address: str, sentence: str) -> None:
    text = sentence.format(address)
    first = text.index(address)
    places = covered(text)
    left = [
        char
        for place, char in enumerate(address, start=first)
        if char.isalnum() and place not in places
    ]
    assert left == []


@pytest.mark.parametrize(
    "text",
    [
        "I bought 2 Via Rail tickets, 3 in total",
        "It arrived on 5 May, 2024 at home",
        "We have 300 Strand Lamps, 24 left",
        "Windows 11, 8000 Series",
        "Table 4, 6000 Lumen Lamp",
        "Bought on Black Friday 24, 30000 Orders came",
        "Chapter 7, Page 12",
        "Office 365, 12 Users",
    ],
)
def test_numbers_beside_capital_words_are_no_address(text: str) -> None:
    assert covered(text) == set()
