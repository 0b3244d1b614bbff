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
    "Flat 4B, 12/3 MG Road, Indiranagar, Bengaluru 560038",
    "Plot 12, Sector 17, Chandigarh",
    "B-204, Sunrise Apartments, Link Road",
    "123, 4th Cross, Anna Nagar",
    "D.No. 8-22-123, Gandhi Nagar",
    "12/A, Jubilee Colony, SV Road",
    "Lot 12, Riverside Drive",
    "The Old Forge, Ballyvaughan",
    "Vester Allé 12, 8000 Aarhus C",
    "Strandparken 12, 2. th., 2100 København",
    "Dr.-Karl-Renner-Ring 12",
    "12 allée aux Moines, appt 4, 35000 Rennes",
    "Camino Viejo de Leganés s/n",
    "Plaza de San Marcos, 9, 15001 A Coruña",
    "Minami-cho 1-2-34, 101",
    "1-2 Shibuyama, Sunrise Heights 101",
    "Oude Gracht 9-A",
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
        "Table 4, Phase 2 of the project",
        "Room 12, Block B returned",
        "I paid 45, Main problem is the lamp",
        "Version 12, Cross Trainer",
    ],
)
def test_numbers_beside_capital_words_are_no_address(text: str) -> None:
    assert covered(text) == set()


@pytest.mark.parametrize("code", ["ABC/2024/12345", "ABCD1234A", "AB-1234-56789", "ABC-123456"])
def test_an_order_beside_an_address_stays(code: str) -> None:
    for text in (
        f"Lange Reihe 9, 20099 Hamburg. {code} goes there",
        f"Hauptstraße 9, 20099 Hamburg. {code} goes there",
        f"Order {code}, 12 Mill Lane, 10115 Berlin",
    ):
        first = text.index(code)
        assert covered(text)
        assert not covered(text) & set(range(first, first + len(code)))
