/**
 * The pegs, one a line: `code | rate | anchor | first day | last day | act`.
 * `rate` reads 1 anchor = rate code. Where the act says it the other way round the rate is `1 code = X` and marked with `=`:
 * 1000 XPF are 8.38 EUR, 1 KYD is 1.20 USD. An empty last day: in force.
 * Digits are those of the act: Regulation (EC) No 1103/97 forbids rounding a conversion rate or using its rounded inverse.
 * Reviewed in November 2026; pegs whose figure is contested or not a law (ERN, HKD, DKK, baskets) are left out.
 * Where the first day in force is not certain, it is a day on which every source that we know has the rate in force.
 */

/** Irrevocable conversion rates of the euro: for ever from the day on which the currency became a part of it. */
export const IRREVOCABLE_RATES = `
BEF | 40.3399  | EUR | 1999-01-01 | | Council Regulation (EC) No 2866/98
DEM | 1.95583  | EUR | 1999-01-01 | | Council Regulation (EC) No 2866/98
ESP | 166.386  | EUR | 1999-01-01 | | Council Regulation (EC) No 2866/98
FRF | 6.55957  | EUR | 1999-01-01 | | Council Regulation (EC) No 2866/98
IEP | 0.787564 | EUR | 1999-01-01 | | Council Regulation (EC) No 2866/98
ITL | 1936.27  | EUR | 1999-01-01 | | Council Regulation (EC) No 2866/98
LUF | 40.3399  | EUR | 1999-01-01 | | Council Regulation (EC) No 2866/98
NLG | 2.20371  | EUR | 1999-01-01 | | Council Regulation (EC) No 2866/98
ATS | 13.7603  | EUR | 1999-01-01 | | Council Regulation (EC) No 2866/98
PTE | 200.482  | EUR | 1999-01-01 | | Council Regulation (EC) No 2866/98
FIM | 5.94573  | EUR | 1999-01-01 | | Council Regulation (EC) No 2866/98
GRD | 340.750  | EUR | 2001-01-01 | | Council Regulation (EC) No 1478/2000
SIT | 239.640  | EUR | 2007-01-01 | | Council Regulation (EC) No 1086/2006
CYP | 0.585274 | EUR | 2008-01-01 | | Council Regulation (EC) No 1135/2007
MTL | 0.429300 | EUR | 2008-01-01 | | Council Regulation (EC) No 1134/2007
SKK | 30.1260  | EUR | 2009-01-01 | | Council Regulation (EC) No 694/2008
EEK | 15.6466  | EUR | 2011-01-01 | | Council Regulation (EU) No 671/2010
LVL | 0.702804 | EUR | 2014-01-01 | | Council Regulation (EU) No 870/2013
LTL | 3.45280  | EUR | 2015-01-01 | | Council Regulation (EU) No 851/2014
HRK | 7.53450  | EUR | 2023-01-01 | | Council Regulation (EU) 2022/1208
BGN | 1.95583  | EUR | 2026-01-01 | | Council Regulation (EU) 2025/1409
XEU | 1        | EUR | 1999-01-01 | | Council Regulation (EC) No 1103/97, Article 2
`;

/**
 * Pegs in force, each to one anchor at one exact rate.
 * BMD: the dollar of 6 February 1970 was a fraction of sterling (2.40 per pound) and left it when sterling floated in 1972.
 * FKP: at par since the first notes, which were issued from October 1899 on; the parity is now in the Ordinance of 1987.
 */
export const HARD_PEGS = `
AED | 3.6725    | USD | 1997-11-02 | | Central Bank of the United Arab Emirates
BHD | 0.376     | USD | 2001-01-01 | | Decree No. 48 of 2001, Central Bank of Bahrain
OMR | 0.3845    | USD | 1986-01-01 | | Central Bank of Oman
QAR | 3.64      | USD | 2001-07-09 | | Decree-Law No. 34 of 2001, Qatar
SAR | 3.75      | USD | 1986-06-01 | | Saudi Central Bank
JOD | 0.709     | USD | 1995-10-23 | | Central Bank of Jordan, middle of its official 0.708 and 0.710
XOF | 655.957   | EUR | 1999-01-01 | | Council Decision 98/683/EC
XAF | 655.957   | EUR | 1999-01-01 | | Council Decision 98/683/EC
KMF | 491.96775 | EUR | 1999-01-01 | | Council Decision 98/683/EC
XPF | =0.00838  | EUR | 1999-01-01 | | French decree of 31 December 1998: 1000 XPF are 8.38 EUR
CVE | 110.265   | EUR | 1999-01-01 | | Council Decision 98/744/EC
BAM | 1.95583   | EUR | 1999-01-01 | | Law on the Central Bank of Bosnia and Herzegovina
STN | 24.5      | EUR | 2018-01-01 | | Agreement between Portugal and Sao Tome and Principe of 2009
NAD | 1         | ZAR | 1993-09-15 | | Common Monetary Area, bilateral agreement
LSL | 1         | ZAR | 1980-01-19 | | Common Monetary Area
SZL | 1         | ZAR | 1974-09-06 | | Common Monetary Area
BTN | 1         | INR | 1974-01-01 | | Royal Monetary Authority of Bhutan
NPR | 1.6       | INR | 1993-02-12 | | Nepal Rastra Bank
BND | 1         | SGD | 1967-06-12 | | Currency Interchangeability Agreement
GIP | 1         | GBP | 1927-01-01 | | Currency Notes Act of Gibraltar
FKP | 1         | GBP | 1900-01-01 | | Falkland Islands Currency Notes Order 1899, Currency Ordinance 1987
SHP | 1         | GBP | 1976-02-02 | | Saint Helena currency legislation
MOP | 1.03      | HKD | 1983-01-01 | | Monetary Authority of Macao: 100 HKD are 103 MOP
BSD | 1         | USD | 1973-01-01 | | Central Bank of The Bahamas
BBD | 2         | USD | 1975-07-05 | | Central Bank of Barbados
BZD | 2         | USD | 1976-05-01 | | Central Bank of Belize
BMD | 1         | USD | 1972-07-31 | | Bermuda Monetary Authority
PAB | 1         | USD | 1904-06-20 | | Monetary convention of 1904
XCD | 2.7       | USD | 1976-07-07 | | Eastern Caribbean Central Bank
AWG | 1.79      | USD | 1986-01-01 | | Central Bank of Aruba
XCG | 1.79      | USD | 2025-03-31 | | Central Bank of Curacao and Sint Maarten
DJF | 177.721   | USD | 1973-02-01 | | Currency board law of Djibouti
TMT | 3.5       | USD | 2015-01-01 | | Central Bank of Turkmenistan
KYD | =1.20     | USD | 1974-04-01 | | Cayman Islands: 1 KYD is 1.20 USD
SVC | 8.75      | USD | 2001-01-01 | | Ley de Integracion Monetaria of El Salvador (D.L. 201/2000), Article 1
`;

/**
 * Pegs that ended, for history.
 * ARS: the law of 1991 says 10,000 australes to the dollar; the peso takes the place of 10,000 australes in 1992.
 * ANG: the guilder of 2025 has the same parity, and both were legal tender until 30 June 2025.
 * CVE: the agreement was signed on 13 March 1998; sources give April to 5 July 1998 for the first day of the parity.
 */
export const FORMER_PEGS = `
ARA | 10000   | USD | 1991-04-01 | 1991-12-31 | Convertibility Law No. 23.928: 10,000 australes are 1 USD
ARS | 1       | USD | 1992-01-01 | 2002-01-06 | Convertibility Law No. 23.928, Decree No. 2128/91
EEK | 8       | DEM | 1992-06-20 | 1998-12-31 | Law on the Security of the Estonian Kroon
EEK | 15.6466 | EUR | 1999-01-01 | 2010-12-31 | Law on the Security of the Estonian Kroon
LTL | 4       | USD | 1994-04-01 | 2002-02-01 | Law on the Credibility of the Litas
LTL | 3.4528  | EUR | 2002-02-02 | 2014-12-31 | Law on the Credibility of the Litas
BGN | 1.95583 | EUR | 1999-07-05 | 2025-12-31 | Law on the Bulgarian National Bank
ANG | 1.79    | USD | 1971-12-18 | 2025-06-30 | Bank of the Netherlands Antilles, Central Bank of Curacao and Sint Maarten
XOF | 50      | FRF | 1960-01-01 | 1994-01-11 | Monetary cooperation with France: 1 XOF was 0.02 FRF
XOF | 100     | FRF | 1994-01-12 | 1998-12-31 | Monetary cooperation with France: 1 XOF was 0.01 FRF
XAF | 50      | FRF | 1960-01-01 | 1994-01-11 | Monetary cooperation with France: 1 XAF was 0.02 FRF
XAF | 100     | FRF | 1994-01-12 | 1998-12-31 | Monetary cooperation with France: 1 XAF was 0.01 FRF
KMF | 50      | FRF | 1979-11-23 | 1994-01-11 | Monetary cooperation agreement between France and the Comoros: 1 KMF was 0.02 FRF
KMF | 75      | FRF | 1994-01-12 | 1998-12-31 | Monetary cooperation agreement between France and the Comoros: 75 KMF were 1 FRF
CVE | 0.55    | PTE | 1998-07-05 | 1998-12-31 | Exchange-rate cooperation agreement between Portugal and Cape Verde of 13 March 1998
MYR | 3.80    | USD | 1998-09-02 | 2005-07-21 | Exchange control rules of Bank Negara Malaysia
`;

/**
 * Currencies that took the place of others at a ratio that law fixed: `old | ratio | new`, 1 new = `ratio` old. Like an
 * irrevocable rate it stays: an amount in the old money is worth so much of the new one on every later day.
 *
 * VEF: the bolivar lost six more digits on 1 October 2021 and kept the code VES (statement of the ISO 4217 maintenance
 * agency), so that 1 VES is 100,000 VEF until then and 100,000,000,000 since.
 * Left out, because the ratio or its law is contested or the code alone changed: ADP, AOK, AYM, BAD, BEC, BEL, BUK, CHC,
 * CSD, DDM, ESB, GHP, LUC, LUL, SUR, TPE, USS, VED, XFO, XFU, YDD, YUD, YUM, YUN, ZAL, ZWD, ZWN, ZWR.
 */
export const REDENOMINATIONS = `
AFA | 1000      | AFN | 2002-10-07 | | Da Afghanistan Bank, currency reform of 2002
ANG | 1         | XCG | 2025-07-01 | | Common currency system of Curacao and Sint Maarten, Central Bank of Curacao and Sint Maarten
AON | 1000      | AOR | 1995-07-01 | | National Bank of Angola
AOR | 1000000   | AOA | 1999-12-01 | | National Bank of Angola
ARA | 10000     | ARS | 1992-01-01 | | Decree No. 2128/91 of Argentina
AZM | 5000      | AZN | 2006-01-01 | | Presidential decree of Azerbaijan of 7 February 2005
BGL | 1000      | BGN | 1999-07-05 | | Law on the Redenomination of the Lev
BRN | 1         | BRE | 1990-03-16 | | Law No. 8.024 of 1990 of Brazil
BRE | 1000      | BRR | 1993-08-01 | | Law No. 8.697 of 1993 of Brazil
BRR | 2750      | BRL | 1994-07-01 | | Laws No. 8.880 of 1994 and No. 9.069 of 1995 of Brazil
BYB | 1000      | BYR | 2000-01-01 | | National Bank of the Republic of Belarus
BYR | 10000     | BYN | 2016-07-01 | | Edict No. 450 of 4 November 2015 of Belarus
CSK | 1         | CZK | 1993-02-08 | | Act No. 60/1993 of the Czech Republic
CUC | =24       | CUP | 2021-01-01 | | Decree-Law No. 17 of 2020 of Cuba: 1 CUC is 24 CUP
ECS | 25000     | USD | 2000-09-10 | | Law for the Economic Transformation of Ecuador (Law 2000-4)
GEK | 1000000   | GEL | 1995-10-02 | | National Bank of Georgia
GHC | 10000     | GHS | 2007-07-01 | | Bank of Ghana
GWP | 65        | XOF | 1997-05-02 | | Accession of Guinea-Bissau to the West African Monetary Union
HRD | 1000      | HRK | 1994-05-30 | | Croatian National Bank
LTT | 100       | LTL | 1993-06-25 | | Bank of Lithuania
LVR | 200       | LVL | 1993-10-18 | | Bank of Latvia
MGF | 5         | MGA | 2003-07-31 | | Central Bank of Madagascar
MRO | 10        | MRU | 2018-01-01 | | Central Bank of Mauritania
MXP | 1000      | MXN | 1993-01-01 | | Decree of 22 June 1992 of Mexico
MZM | 1000      | MZN | 2006-07-01 | | Law No. 7/2005 of Mozambique
NIC | 5000000   | NIO | 1991-04-30 | | Central Bank of Nicaragua
PEI | 1000000   | PEN | 1991-07-01 | | Law No. 25295 of Peru
PLZ | 10000     | PLN | 1995-01-01 | | Act of 7 July 1994 on the Redenomination of the Zloty
ROL | 10000     | RON | 2005-07-01 | | Law No. 348/2004 of Romania
RUR | 1000      | RUB | 1998-01-01 | | Presidential Decree No. 822 of 4 August 1997 of Russia
SDD | 100       | SDG | 2007-01-10 | | Central Bank of Sudan
SDP | 10        | SDD | 1992-06-08 | | Bank of Sudan
SLL | 1000      | SLE | 2022-07-01 | | Bank of Sierra Leone
SRG | 1000      | SRD | 2004-01-01 | | Central Bank of Suriname
STD | 1000      | STN | 2018-01-01 | | Central Bank of Sao Tome and Principe
TJR | 1000      | TJS | 2000-10-30 | | National Bank of Tajikistan
TMM | 5000      | TMT | 2009-01-01 | | Central Bank of Turkmenistan
TRL | 1000000   | TRY | 2005-01-01 | | Law No. 5083 of Turkey
UAK | 100000    | UAH | 1996-09-02 | | Presidential Decree No. 762/96 of Ukraine
UYP | 1000      | UYU | 1993-03-01 | | Law No. 16.226 of Uruguay, Article 498
VEB | 1000      | VEF | 2008-01-01 | | Decree-Law No. 5.229 of 2007 of Venezuela
VEF | 100000    | VES | 2018-08-20 | 2021-09-30 | Decree No. 3.548 of 2018 of Venezuela
VEF | 100000000000 | VES | 2021-10-01 | | Decrees No. 3.548 of 2018 and No. 4.553 of 2021 of Venezuela
ZMK | 1000      | ZMW | 2013-01-01 | | Re-denomination of Currency Act, 2012 of Zambia
ZRN | 100000    | CDF | 1998-07-01 | | Decree-Law No. 080 of 1998 of the Democratic Republic of the Congo
ZRZ | 3000000   | ZRN | 1993-11-01 | | Bank of Zaire
ZWL | 2498.7242 | ZWG | 2024-04-08 | | Statutory Instrument 60 of 2024 of Zimbabwe
`;
