/** A series of the H.10 release. */
export interface FedSeries {
  readonly currency: string;
  /** Whether a figure is US dollars for one unit of the currency; else units of the currency for one dollar. */
  readonly isInDollars: boolean;
  /** The name at FRED: DEXUSEU. */
  readonly fredId: string;
  /** The name in the Data Download Program: RXI$US_N.B.EU. */
  readonly ddpId: string;
  readonly firstDay: string;
  /** As the publisher's header has it, blanks included. */
  readonly description: string;
}

/** `CURRENCY COUNTRY first-day description`, in the order of the publisher's package; FORMATS 3.2 and 3.3. */
const TABLE = `
AUD AL 1971-01-04 AUSTRALIA -- SPOT EXCHANGE RATE, US$/AUSTRALIAN $ (RECIPROCAL OF RXI_N.B.AL)
EUR EU 1999-01-04 SPOT EXCHANGE RATE - EURO AREA
NZD NZ 1971-01-04 NEW ZEALAND -- SPOT EXCHANGE RATE, US$/NZ$ (RECIPROCAL OF RXI_N.B.NZ)
GBP UK 1971-01-04 UNITED KINGDOM -- SPOT EXCHANGE RATE, US$/POUND (1/RXI_N.B.UK)
BRL BZ 1995-01-02 BRAZIL -- SPOT EXCHANGE RATE, REAIS/US$
CAD CA 1971-01-04 CANADA -- SPOT EXCHANGE RATE, CANADIAN $/US$
CNY CH 1981-01-02 CHINA -- SPOT EXCHANGE RATE, YUAN/US$
DKK DN 1971-01-04 DENMARK -- SPOT EXCHANGE RATE, KRONER/US$
HKD HK 1981-01-02 HONG KONG -- SPOT EXCHANGE RATE, HK$/US$
INR IN 1973-01-02 INDIA -- SPOT EXCHANGE RATE, RUPEES/US$
JPY JA 1971-01-04 JAPAN -- SPOT EXCHANGE RATE, YEN/US$
KRW KO 1981-04-13 KOREA -- SPOT EXCHANGE RATE, WON/US$
MYR MA 1971-01-04 Malaysia - Spot Exchange Rate, Ringgit/US$
MXN MX 1993-11-08 MEXICO -- SPOT EXCHANGE RATE, PESOS/US$
NOK NO 1971-01-04 NORWAY -- SPOT EXCHANGE RATE, KRONER/US$
SEK SD 1971-01-04 SWEDEN -- SPOT EXCHANGE RATE, KRONOR/US$
ZAR SF 1971-01-04 SOUTH AFRICA -- SPOT EXCHANGE RATE, RAND/US$
SGD SI 1981-01-02 Singapore - SPOT EXCHANGE RATE, SINGAPORE $/US$
LKR SL 1973-01-02 SRI LANKA -- SPOT EXCHANGE RATE, RUPEES/US$
CHF SZ 1971-01-04 SWITZERLAND -- SPOT EXCHANGE RATE, FRANCS/US$
TWD TA 1983-10-03 TAIWAN -- SPOT EXCHANGE RATE, NT$/US$
THB TH 1981-01-02 THAILAND -- SPOT EXCHANGE RATE -- THAILAND
VES VE 1995-01-02 VENEZUELA -- SPOT EXCHANGE RATE, BOLIVARES/US$
`;

const IN_DOLLARS = ['AL', 'EU', 'NZ', 'UK'];

/** FRED writes two countries its own way. */
const FRED_COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['JA', 'JP'],
  ['VE', 'VZ'],
]);

/** Every daily series, in the order of the publisher's package. */
export const FED_SERIES: readonly FedSeries[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [currency = '', country = '', firstDay = '', ...words] = line.split(' ');
    const isInDollars = IN_DOLLARS.includes(country);
    const fredCountry = FRED_COUNTRIES.get(country) ?? country;
    return {
      currency,
      isInDollars,
      fredId: isInDollars ? `DEXUS${country}` : `DEX${fredCountry}US`,
      ddpId: `${isInDollars ? 'RXI$US' : 'RXI'}_N.B.${country}`,
      firstDay,
      description: `${words.join(' ')} `,
    };
  });
