import { parseRetiredTable, type RetiredCurrency } from './currency-table.ts';

/**
 * Codes of ISO 4217 List Three (SIX, published 2026-01-01) that were withdrawn in 1990 or later, so all of the euro's
 * predecessors and every redenomination a user may hold figures of. A code never comes back: none is in List One too.
 *
 * `lastDay` is the last day on which a market figure in the code can be true, which is not ISO's withdrawal month
 * (often the end of the cash exchange: DEM 2002-03). It is the day before the successor became the money of account:
 * - euro legacy: the day before adoption, also where cash went on (DEM 1998-12-31); never before the ECB's last fixing;
 * - redenominations: the day before the new unit, also where old notes went on (BYR 2016-06-30, TRL 2004-12-31),
 *   because feeds keep a frozen figure of the old code for years (ZWL, VEF);
 * - two exceptions where both codes were lawful and quoted side by side, so that true figures of the old one exist:
 *   SLL to 2023-12-31 (legal tender until then, SLE since 2022-07-01) and ANG to 2025-06-30 (legal tender until then, XCG
 *   since 2025-03-31 at par; the dollar parity of 1.79 is that of both, and ANG's ends in the table of law on that day too);
 * - gradual changes (AFA, LVR, SDP): the day the old money ended, though the new one had begun before;
 * - ZWD was quoted through the redenomination of 2006-08-01 (1000 old for 1 new): ISO gave up ZWN within weeks;
 * - where no day is known (AYM, BAD, BUK, CHC, GHP, TPE, USS, XFU, XRE, YDD): the end of ISO's withdrawal month.
 *
 * List Three states no minor units: they are those of ISO 4217:2001 and its successors while the code was in List One,
 * else those of the money itself. Columns: code|minorUnits|kind|lastDay|successor|name|countries.
 */
export const RETIRED_CURRENCIES: readonly RetiredCurrency[] = parseRetiredTable(`
ADP|0|fiat|1998-12-31|EUR|Andorran peseta|Andorra
AFA|2|fiat|2002-12-31|AFN|Afghan afghani (until 2002)|Afghanistan
ANG|2|fiat|2025-06-30|XCG|Netherlands Antillean guilder|Curaçao, Sint Maarten, Netherlands Antilles
AOK|2|fiat|1990-09-24|AON|Angolan kwanza (until 1990)|Angola
AON|2|fiat|1995-06-30|AOR|Angolan new kwanza|Angola
AOR|2|fiat|1999-12-12|AOA|Angolan readjusted kwanza|Angola
ARA|2|fiat|1991-12-31|ARS|Argentine austral|Argentina
ATS|2|fiat|1998-12-31|EUR|Austrian schilling|Austria
AYM|2|fiat|2005-10-31|AZN|Azerbaijani manat (AYM)|Azerbaijan
AZM|2|fiat|2005-12-31|AZN|Azerbaijani manat (until 2005)|Azerbaijan
BAD|2|fiat|1998-07-31|BAM|Bosnia and Herzegovina dinar|Bosnia and Herzegovina
BEC|0|fund|1990-03-04|BEF|Belgian convertible franc|Belgium
BEF|0|fiat|1998-12-31|EUR|Belgian franc|Belgium
BEL|0|fund|1990-03-04|BEF|Belgian financial franc|Belgium
BGL|2|fiat|1999-07-04|BGN|Bulgarian lev (until 1999)|Bulgaria
BGN|2|fiat|2025-12-31|EUR|Bulgarian lev|Bulgaria
BRE|2|fiat|1993-07-31|BRR|Brazilian cruzeiro|Brazil
BRN|2|fiat|1990-03-15|BRE|Brazilian new cruzado|Brazil
BRR|2|fiat|1994-06-30|BRL|Brazilian cruzeiro real|Brazil
BUK|2|fiat|1990-02-28|MMK|Burmese kyat|Myanmar
BYB|0|fiat|1999-12-31|BYR|Belarusian ruble (until 1999)|Belarus
BYR|0|fiat|2016-06-30|BYN|Belarusian ruble (until 2016)|Belarus
CHC|2|fund|2004-11-30|CHW|WIR franc (electronic)|Switzerland
CSD|2|fiat|2006-10-24|RSD|Serbian dinar (until 2006)|Serbia
CSK|2|fiat|1993-02-07|CZK|Czechoslovak koruna|Czechia, Slovakia
CUC|2|fiat|2020-12-31|CUP|Cuban convertible peso|Cuba
CYP|2|fiat|2007-12-31|EUR|Cyprus pound|Cyprus
DDM|2|fiat|1990-06-30|DEM|East German mark|Germany
DEM|2|fiat|1998-12-31|EUR|German mark|Germany
ECS|2|fiat|2000-09-09|USD|Ecuadorian sucre|Ecuador
ECV|2|fund|2000-01-09|-|Ecuadorian unidad de valor constante|Ecuador
EEK|2|fiat|2010-12-31|EUR|Estonian kroon|Estonia
ESB|0|fund|1994-12-31|ESP|Spanish peseta (convertible account A)|Spain
ESP|0|fiat|1998-12-31|EUR|Spanish peseta|Spain, Andorra
FIM|2|fiat|1998-12-31|EUR|Finnish markka|Finland, Åland Islands
FRF|2|fiat|1998-12-31|EUR|French franc|France, Andorra, French Guiana, French Southern Territories, Guadeloupe, Martinique, Mayotte, Monaco, Réunion, Saint Barthélemy, Saint Martin, Saint Pierre and Miquelon
GEK|2|fiat|1995-10-01|GEL|Georgian coupon|Georgia
GHC|2|fiat|2007-06-30|GHS|Ghanaian cedi (until 2007)|Ghana
GHP|2|fiat|2007-06-30|GHS|Ghanaian cedi (GHP)|Ghana
GRD|0|fiat|2000-12-31|EUR|Greek drachma|Greece
GWP|2|fiat|1997-05-01|XOF|Guinea-Bissau peso|Guinea-Bissau
HRD|2|fiat|1994-05-29|HRK|Croatian dinar|Croatia
HRK|2|fiat|2022-12-31|EUR|Croatian kuna|Croatia
IEP|2|fiat|1998-12-31|EUR|Irish pound|Ireland
ITL|0|fiat|1998-12-31|EUR|Italian lira|Italy, San Marino, Vatican City
LTL|2|fiat|2014-12-31|EUR|Lithuanian litas|Lithuania
LTT|2|fiat|1993-06-24|LTL|Lithuanian talonas|Lithuania
LUC|0|fund|1990-03-04|LUF|Luxembourg convertible franc|Luxembourg
LUF|0|fiat|1998-12-31|EUR|Luxembourg franc|Luxembourg
LUL|0|fund|1990-03-04|LUF|Luxembourg financial franc|Luxembourg
LVL|2|fiat|2013-12-31|EUR|Latvian lats|Latvia
LVR|2|fiat|1993-10-17|LVL|Latvian ruble|Latvia
MGF|0|fiat|2004-12-31|MGA|Malagasy franc|Madagascar
MRO|2|fiat|2017-12-31|MRU|Mauritanian ouguiya (until 2017)|Mauritania
MTL|2|fiat|2007-12-31|EUR|Maltese lira|Malta
MXP|2|fiat|1992-12-31|MXN|Mexican peso (until 1992)|Mexico
MZM|2|fiat|2006-06-30|MZN|Mozambican metical (until 2006)|Mozambique
NIC|2|fiat|1991-04-29|NIO|Nicaraguan cordoba (until 1991)|Nicaragua
NLG|2|fiat|1998-12-31|EUR|Dutch guilder|Netherlands
PEI|2|fiat|1991-06-30|PEN|Peruvian inti|Peru
PLZ|2|fiat|1994-12-31|PLN|Polish zloty (until 1994)|Poland
PTE|0|fiat|1998-12-31|EUR|Portuguese escudo|Portugal
ROL|2|fiat|2005-06-30|RON|Romanian leu (until 2005)|Romania
RUR|2|fiat|1997-12-31|RUB|Russian ruble (until 1997)|Russia
SDD|2|fiat|2007-01-09|SDG|Sudanese dinar|Sudan
SDP|2|fiat|1998-05-31|SDD|Sudanese pound (until 1998)|Sudan
SIT|2|fiat|2006-12-31|EUR|Slovenian tolar|Slovenia
SKK|2|fiat|2008-12-31|EUR|Slovak koruna|Slovakia
SLL|2|fiat|2023-12-31|SLE|Sierra Leonean leone (until 2023)|Sierra Leone
SRG|2|fiat|2003-12-31|SRD|Surinamese guilder|Suriname
STD|2|fiat|2017-12-31|STN|Sao Tome and Principe dobra (until 2017)|São Tomé and Príncipe
SUR|2|fiat|1991-12-25|RUR|Soviet ruble|Soviet Union
TJR|2|fiat|2000-10-29|TJS|Tajikistani ruble|Tajikistan
TMM|2|fiat|2008-12-31|TMT|Turkmenistani manat (until 2008)|Turkmenistan
TPE|0|fiat|2002-11-30|USD|Timorese escudo|Timor-Leste
TRL|0|fiat|2004-12-31|TRY|Turkish lira (until 2004)|Turkey
UAK|2|fiat|1996-09-01|UAH|Ukrainian karbovanets|Ukraine
USS|2|fund|2014-03-31|USD|US dollar (same day)|United States
UYP|2|fiat|1993-02-28|UYU|Uruguayan new peso|Uruguay
VEB|2|fiat|2007-12-31|VEF|Venezuelan bolivar (until 2007)|Venezuela
VEF|2|fiat|2018-08-19|VES|Venezuelan bolivar fuerte|Venezuela
XEU|2|unit|1998-12-31|EUR|European currency unit (ECU)|European Union
XFO|-|unit|2003-03-31|XDR|Gold franc|-
XFU|-|unit|2013-11-30|EUR|UIC franc|-
XRE|-|fund|1999-11-30|-|RINET funds code|-
YDD|3|fiat|1991-09-30|YER|South Yemeni dinar|Yemen
YUD|2|fiat|1989-12-31|YUN|Yugoslav dinar (until 1989)|Yugoslavia
YUM|2|fiat|2003-07-02|CSD|Yugoslav new dinar|Serbia, Montenegro, Yugoslavia
YUN|2|fiat|1992-06-30|YUM|Yugoslav convertible dinar|Yugoslavia
ZAL|2|fund|1995-03-12|ZAR|South African financial rand|South Africa, Lesotho
ZMK|2|fiat|2012-12-31|ZMW|Zambian kwacha (until 2012)|Zambia
ZRN|2|fiat|1998-06-30|CDF|New zaire|Democratic Republic of the Congo
ZRZ|2|fiat|1993-10-31|ZRN|Zaire|Democratic Republic of the Congo
ZWD|2|fiat|2008-07-31|ZWR|Zimbabwe dollar (until 2008)|Zimbabwe
ZWL|2|fiat|2024-04-07|ZWG|Zimbabwe dollar (until 2024)|Zimbabwe
ZWN|2|fiat|2008-07-31|ZWR|Zimbabwe dollar (ZWN, until 2008)|Zimbabwe
ZWR|2|fiat|2009-02-01|ZWL|Zimbabwe dollar (until 2009)|Zimbabwe
`);
