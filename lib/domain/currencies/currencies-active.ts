import { type ActiveCurrency, parseActiveTable } from './currency-table.ts';

/**
 * Every active code of ISO 4217 List One as SIX, the maintenance agency, published it on 2026-09-17, amendments up to 180
 * (176 XCG for ANG, 177 ZWG for ZWL, 178 CUC withdrawn, 179 XAD added, 180 BGN into EUR).
 *
 * Left out on purpose, so that they are unknown: XXX (no currency) and XTS (tests). List One has no sub-unit codes (GBX),
 * no CNH and no GGP, JEP, IMP either. Minor units are ISO's, which differ from browsers' data (IQD 3, not 0; MGA 2);
 * `-` is ISO's "N.A.". Names are the customary English ones in sentence case, without accents. Countries are ISO's
 * entities under everyday names, and those that use a currency by their own decision (Kosovo EUR, Palestine ILS and JOD).
 *
 * Columns: code|minorUnits|kind|name|countries.
 */
export const ACTIVE_CURRENCIES: readonly ActiveCurrency[] = parseActiveTable(`
AED|2|fiat|UAE dirham|United Arab Emirates
AFN|2|fiat|Afghan afghani|Afghanistan
ALL|2|fiat|Albanian lek|Albania
AMD|2|fiat|Armenian dram|Armenia
AOA|2|fiat|Angolan kwanza|Angola
ARS|2|fiat|Argentine peso|Argentina
AUD|2|fiat|Australian dollar|Australia, Christmas Island, Cocos (Keeling) Islands, Heard Island and McDonald Islands, Kiribati, Nauru, Norfolk Island, Tuvalu
AWG|2|fiat|Aruban florin|Aruba
AZN|2|fiat|Azerbaijani manat|Azerbaijan
BAM|2|fiat|Bosnia and Herzegovina convertible mark|Bosnia and Herzegovina
BBD|2|fiat|Barbados dollar|Barbados
BDT|2|fiat|Bangladeshi taka|Bangladesh
BHD|3|fiat|Bahraini dinar|Bahrain
BIF|0|fiat|Burundi franc|Burundi
BMD|2|fiat|Bermudian dollar|Bermuda
BND|2|fiat|Brunei dollar|Brunei
BOB|2|fiat|Bolivian boliviano|Bolivia
BOV|2|fund|Bolivian mvdol|Bolivia
BRL|2|fiat|Brazilian real|Brazil
BSD|2|fiat|Bahamian dollar|Bahamas
BTN|2|fiat|Bhutanese ngultrum|Bhutan
BWP|2|fiat|Botswana pula|Botswana
BYN|2|fiat|Belarusian ruble|Belarus
BZD|2|fiat|Belize dollar|Belize
CAD|2|fiat|Canadian dollar|Canada
CDF|2|fiat|Congolese franc|Democratic Republic of the Congo
CHE|2|fund|WIR euro|Switzerland
CHF|2|fiat|Swiss franc|Switzerland, Liechtenstein
CHW|2|fund|WIR franc|Switzerland
CLF|4|fund|Chilean unidad de fomento|Chile
CLP|0|fiat|Chilean peso|Chile
CNY|2|fiat|Chinese yuan|China
COP|2|fiat|Colombian peso|Colombia
COU|2|fund|Colombian unidad de valor real|Colombia
CRC|2|fiat|Costa Rican colon|Costa Rica
CUP|2|fiat|Cuban peso|Cuba
CVE|2|fiat|Cape Verde escudo|Cape Verde
CZK|2|fiat|Czech koruna|Czechia
DJF|0|fiat|Djibouti franc|Djibouti
DKK|2|fiat|Danish krone|Denmark, Faroe Islands, Greenland
DOP|2|fiat|Dominican peso|Dominican Republic
DZD|2|fiat|Algerian dinar|Algeria
EGP|2|fiat|Egyptian pound|Egypt
ERN|2|fiat|Eritrean nakfa|Eritrea
ETB|2|fiat|Ethiopian birr|Ethiopia
EUR|2|fiat|Euro|Austria, Belgium, Bulgaria, Croatia, Cyprus, Estonia, Finland, France, Germany, Greece, Ireland, Italy, Latvia, Lithuania, Luxembourg, Malta, Netherlands, Portugal, Slovakia, Slovenia, Spain, Andorra, Kosovo, Monaco, Montenegro, San Marino, Vatican City, European Union, Åland Islands, French Guiana, French Southern Territories, Guadeloupe, Martinique, Mayotte, Réunion, Saint Barthélemy, Saint Martin, Saint Pierre and Miquelon
FJD|2|fiat|Fiji dollar|Fiji
FKP|2|fiat|Falkland Islands pound|Falkland Islands
GBP|2|fiat|Pound sterling|United Kingdom, Guernsey, Isle of Man, Jersey, South Georgia and the South Sandwich Islands
GEL|2|fiat|Georgian lari|Georgia
GHS|2|fiat|Ghanaian cedi|Ghana
GIP|2|fiat|Gibraltar pound|Gibraltar
GMD|2|fiat|Gambian dalasi|Gambia
GNF|0|fiat|Guinean franc|Guinea
GTQ|2|fiat|Guatemalan quetzal|Guatemala
GYD|2|fiat|Guyana dollar|Guyana
HKD|2|fiat|Hong Kong dollar|Hong Kong
HNL|2|fiat|Honduran lempira|Honduras
HTG|2|fiat|Haitian gourde|Haiti
HUF|2|fiat|Hungarian forint|Hungary
IDR|2|fiat|Indonesian rupiah|Indonesia
ILS|2|fiat|Israeli new shekel|Israel, Palestine
INR|2|fiat|Indian rupee|India, Bhutan
IQD|3|fiat|Iraqi dinar|Iraq
IRR|2|fiat|Iranian rial|Iran
ISK|0|fiat|Icelandic krona|Iceland
JMD|2|fiat|Jamaican dollar|Jamaica
JOD|3|fiat|Jordanian dinar|Jordan, Palestine
JPY|0|fiat|Japanese yen|Japan
KES|2|fiat|Kenyan shilling|Kenya
KGS|2|fiat|Kyrgyzstani som|Kyrgyzstan
KHR|2|fiat|Cambodian riel|Cambodia
KMF|0|fiat|Comorian franc|Comoros
KPW|2|fiat|North Korean won|North Korea
KRW|0|fiat|South Korean won|South Korea
KWD|3|fiat|Kuwaiti dinar|Kuwait
KYD|2|fiat|Cayman Islands dollar|Cayman Islands
KZT|2|fiat|Kazakhstani tenge|Kazakhstan
LAK|2|fiat|Lao kip|Laos
LBP|2|fiat|Lebanese pound|Lebanon
LKR|2|fiat|Sri Lankan rupee|Sri Lanka
LRD|2|fiat|Liberian dollar|Liberia
LSL|2|fiat|Lesotho loti|Lesotho
LYD|3|fiat|Libyan dinar|Libya
MAD|2|fiat|Moroccan dirham|Morocco, Western Sahara
MDL|2|fiat|Moldovan leu|Moldova
MGA|2|fiat|Malagasy ariary|Madagascar
MKD|2|fiat|Macedonian denar|North Macedonia
MMK|2|fiat|Myanmar kyat|Myanmar
MNT|2|fiat|Mongolian tugrik|Mongolia
MOP|2|fiat|Macanese pataca|Macao
MRU|2|fiat|Mauritanian ouguiya|Mauritania
MUR|2|fiat|Mauritian rupee|Mauritius
MVR|2|fiat|Maldivian rufiyaa|Maldives
MWK|2|fiat|Malawian kwacha|Malawi
MXN|2|fiat|Mexican peso|Mexico
MXV|2|fund|Mexican unidad de inversion|Mexico
MYR|2|fiat|Malaysian ringgit|Malaysia
MZN|2|fiat|Mozambican metical|Mozambique
NAD|2|fiat|Namibian dollar|Namibia
NGN|2|fiat|Nigerian naira|Nigeria
NIO|2|fiat|Nicaraguan cordoba|Nicaragua
NOK|2|fiat|Norwegian krone|Norway, Bouvet Island, Svalbard and Jan Mayen
NPR|2|fiat|Nepalese rupee|Nepal
NZD|2|fiat|New Zealand dollar|New Zealand, Cook Islands, Niue, Pitcairn Islands, Tokelau
OMR|3|fiat|Omani rial|Oman
PAB|2|fiat|Panamanian balboa|Panama
PEN|2|fiat|Peruvian sol|Peru
PGK|2|fiat|Papua New Guinean kina|Papua New Guinea
PHP|2|fiat|Philippine peso|Philippines
PKR|2|fiat|Pakistani rupee|Pakistan
PLN|2|fiat|Polish zloty|Poland
PYG|0|fiat|Paraguayan guarani|Paraguay
QAR|2|fiat|Qatari riyal|Qatar
RON|2|fiat|Romanian leu|Romania
RSD|2|fiat|Serbian dinar|Serbia
RUB|2|fiat|Russian ruble|Russia
RWF|0|fiat|Rwandan franc|Rwanda
SAR|2|fiat|Saudi riyal|Saudi Arabia
SBD|2|fiat|Solomon Islands dollar|Solomon Islands
SCR|2|fiat|Seychelles rupee|Seychelles
SDG|2|fiat|Sudanese pound|Sudan
SEK|2|fiat|Swedish krona|Sweden
SGD|2|fiat|Singapore dollar|Singapore
SHP|2|fiat|Saint Helena pound|Saint Helena, Ascension Island, Tristan da Cunha
SLE|2|fiat|Sierra Leonean leone|Sierra Leone
SOS|2|fiat|Somali shilling|Somalia
SRD|2|fiat|Surinamese dollar|Suriname
SSP|2|fiat|South Sudanese pound|South Sudan
STN|2|fiat|Sao Tome and Principe dobra|São Tomé and Príncipe
SVC|2|fiat|Salvadoran colon|El Salvador
SYP|2|fiat|Syrian pound|Syria
SZL|2|fiat|Swazi lilangeni|Eswatini
THB|2|fiat|Thai baht|Thailand
TJS|2|fiat|Tajikistani somoni|Tajikistan
TMT|2|fiat|Turkmenistani manat|Turkmenistan
TND|3|fiat|Tunisian dinar|Tunisia
TOP|2|fiat|Tongan pa'anga|Tonga
TRY|2|fiat|Turkish lira|Turkey
TTD|2|fiat|Trinidad and Tobago dollar|Trinidad and Tobago
TWD|2|fiat|New Taiwan dollar|Taiwan
TZS|2|fiat|Tanzanian shilling|Tanzania
UAH|2|fiat|Ukrainian hryvnia|Ukraine
UGX|0|fiat|Ugandan shilling|Uganda
USD|2|fiat|US dollar|United States, American Samoa, Bonaire, British Indian Ocean Territory, British Virgin Islands, Ecuador, El Salvador, Guam, Haiti, Marshall Islands, Micronesia, Northern Mariana Islands, Palau, Panama, Puerto Rico, Saba, Sint Eustatius, Timor-Leste, Turks and Caicos Islands, US Minor Outlying Islands, US Virgin Islands
USN|2|fund|US dollar (next day)|United States
UYI|0|fund|Uruguayan peso in indexed units|Uruguay
UYU|2|fiat|Uruguayan peso|Uruguay
UYW|4|fund|Uruguayan unidad previsional|Uruguay
UZS|2|fiat|Uzbekistani sum|Uzbekistan
VED|2|fiat|Venezuelan digital bolivar|Venezuela
VES|2|fiat|Venezuelan bolivar|Venezuela
VND|0|fiat|Vietnamese dong|Vietnam
VUV|0|fiat|Vanuatu vatu|Vanuatu
WST|2|fiat|Samoan tala|Samoa
XAD|2|fund|Arab accounting dinar|-
XAF|0|fiat|CFA franc BEAC|Cameroon, Central African Republic, Chad, Republic of the Congo, Equatorial Guinea, Gabon
XAG|-|metal|Silver (troy ounce)|-
XAU|-|metal|Gold (troy ounce)|-
XBA|-|unit|European composite unit (EURCO)|-
XBB|-|unit|European monetary unit (EMU-6)|-
XBC|-|unit|European unit of account 9 (EUA-9)|-
XBD|-|unit|European unit of account 17 (EUA-17)|-
XCD|2|fiat|East Caribbean dollar|Anguilla, Antigua and Barbuda, Dominica, Grenada, Montserrat, Saint Kitts and Nevis, Saint Lucia, Saint Vincent and the Grenadines
XCG|2|fiat|Caribbean guilder|Curaçao, Sint Maarten
XDR|-|unit|Special drawing right (IMF)|-
XOF|0|fiat|CFA franc BCEAO|Benin, Burkina Faso, Guinea-Bissau, Ivory Coast, Mali, Niger, Senegal, Togo
XPD|-|metal|Palladium (troy ounce)|-
XPF|0|fiat|CFP franc|French Polynesia, New Caledonia, Wallis and Futuna
XPT|-|metal|Platinum (troy ounce)|-
XSU|-|unit|Sucre (ALBA unit of account)|-
XUA|-|unit|ADB unit of account|-
YER|2|fiat|Yemeni rial|Yemen
ZAR|2|fiat|South African rand|South Africa, Lesotho, Namibia
ZMW|2|fiat|Zambian kwacha|Zambia
ZWG|2|fiat|Zimbabwe gold|Zimbabwe
`);
