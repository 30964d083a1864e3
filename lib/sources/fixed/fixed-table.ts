/**
 * The rates that law fixes, one a line: `code | rate | anchor | first day | last day | act`.
 * `rate` reads 1 anchor = rate code. Where the act says it the other way round the rate is `1 code = X` and marked with `=`:
 * 1000 XPF are 8.38 EUR, 1 KYD is 1.20 USD. An empty last day: in force.
 * Digits are those of the act: Regulation (EC) No 1103/97 forbids rounding a conversion rate or using its rounded inverse.
 * Reviewed in November 2026; pegs whose figure is contested or not a law (ERN, HKD, DKK, baskets) are left out.
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
BGN | 1.95583  | EUR | 2026-01-01 | | Council acts of 8 July 2025 on the adoption of the euro by Bulgaria
XEU | 1        | EUR | 1999-01-01 | | Council Regulation (EC) No 1103/97, Article 2
`;

/** Pegs in force, each to one anchor at one exact rate. */
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
FKP | 1         | GBP | 1966-02-14 | | Falkland Islands currency legislation
SHP | 1         | GBP | 1976-02-02 | | Saint Helena currency legislation
MOP | 1.03      | HKD | 1983-01-01 | | Monetary Authority of Macao: 100 HKD are 103 MOP
BSD | 1         | USD | 1973-01-01 | | Central Bank of The Bahamas
BBD | 2         | USD | 1975-07-05 | | Central Bank of Barbados
BZD | 2         | USD | 1976-05-01 | | Central Bank of Belize
BMD | 1         | USD | 1972-02-06 | | Bermuda Monetary Authority
PAB | 1         | USD | 1904-06-20 | | Monetary convention of 1904
XCD | 2.7       | USD | 1976-07-07 | | Eastern Caribbean Central Bank
AWG | 1.79      | USD | 1986-01-01 | | Central Bank of Aruba
XCG | 1.79      | USD | 2025-03-31 | | Central Bank of Curacao and Sint Maarten
DJF | 177.721   | USD | 1973-02-01 | | Currency board law of Djibouti
TMT | 3.5       | USD | 2015-01-01 | | Central Bank of Turkmenistan
KYD | =1.20     | USD | 1974-04-01 | | Cayman Islands: 1 KYD is 1.20 USD
`;

/** Pegs that ended, for history. */
export const FORMER_PEGS = `
ARS | 1       | USD | 1991-04-01 | 2002-01-06 | Convertibility Law No. 23.928
EEK | 8       | DEM | 1992-06-20 | 1998-12-31 | Law on the Security of the Estonian Kroon
EEK | 15.6466 | EUR | 1999-01-01 | 2010-12-31 | Law on the Security of the Estonian Kroon
LTL | 4       | USD | 1994-04-01 | 2002-02-01 | Law on the Credibility of the Litas
LTL | 3.4528  | EUR | 2002-02-02 | 2014-12-31 | Law on the Credibility of the Litas
BGN | 1.95583 | EUR | 1999-07-05 | 2025-12-31 | Law on the Bulgarian National Bank
ANG | 1.79    | USD | 1971-12-18 | 2025-03-31 | Bank of the Netherlands Antilles, Central Bank of Curacao and Sint Maarten
XOF | 50      | FRF | 1960-01-01 | 1994-01-11 | Monetary cooperation with France: 1 XOF was 0.02 FRF
XOF | 100     | FRF | 1994-01-12 | 1998-12-31 | Monetary cooperation with France: 1 XOF was 0.01 FRF
XAF | 50      | FRF | 1960-01-01 | 1994-01-11 | Monetary cooperation with France: 1 XAF was 0.02 FRF
XAF | 100     | FRF | 1994-01-12 | 1998-12-31 | Monetary cooperation with France: 1 XAF was 0.01 FRF
MYR | 3.80    | USD | 1998-09-02 | 2005-07-21 | Exchange control rules of Bank Negara Malaysia
`;
