/** A currency of the reference rates: how it is printed and when it was quoted. */
export interface EcbCurrency {
  readonly code: string;
  readonly decimals: number;
  /** Spans of days, first and last inclusive; an empty last day: still quoted. */
  readonly spans: readonly (readonly [first: string, last: string])[];
  /** Greece's drachma is in the data API and not in the files. */
  readonly isInFiles: boolean;
}

/** In the order of the history file; `CODE decimals first..last`. The spans are those of FORMATS 1.3. */
const TABLE = `
USD 4 1999-01-04..
JPY 2 1999-01-04..
BGN 4 2000-07-19..2025-12-31
CYP 5 1999-01-04..2007-12-31
CZK 3 1999-01-04..
DKK 4 1999-01-04..
EEK 4 1999-01-04..2010-12-31
GBP 5 1999-01-04..
HUF 2 1999-01-04..
LTL 4 1999-01-04..2014-12-31
LVL 4 1999-01-04..2013-12-31
MTL 4 1999-01-04..2007-12-31
PLN 4 1999-01-04..
ROL 0 1999-01-04..2005-06-30
RON 4 2005-07-01..
SEK 4 1999-01-04..
SIT 3 1999-01-04..2006-12-29
SKK 3 1999-01-04..2008-12-31
CHF 4 1999-01-04..
ISK 2 1999-01-04..2008-12-09 2018-02-01..
NOK 4 1999-01-04..
HRK 4 2005-04-01..2022-12-30
RUB 4 2005-04-01..2022-03-01
TRL 0 1999-01-04..2004-12-31
TRY 4 2005-01-03..
AUD 4 1999-01-04..
BRL 4 2008-01-02..
CAD 4 1999-01-04..
CNY 4 2005-04-01..
HKD 4 1999-01-04..
IDR 2 2005-04-01..
ILS 4 2011-01-03..
INR 4 2009-01-02..
KRW 2 1999-01-04..
MXN 4 2008-01-02..
MYR 4 2005-04-01..
NZD 4 1999-01-04..
PHP 3 2005-04-01..
SGD 4 1999-01-04..
THB 3 2005-04-01..
ZAR 4 1999-01-04..
GRD 3 1999-01-04..2000-12-29
`;

/** Every currency that the ECB ever quoted, in the order of its history file. */
export const ECB_CURRENCIES: readonly EcbCurrency[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [code = '', decimals, ...spans] = line.split(' ');
    return {
      code,
      decimals: Number(decimals),
      spans: spans.map((span) => {
        const [first = '', last = ''] = span.split('..');
        return [first, last] as const;
      }),
      isInFiles: code !== 'GRD',
    };
  });

/** Whether a currency was quoted on a day. */
export function isQuotedOn({ spans }: EcbCurrency, day: string): boolean {
  return spans.some(([first, last]) => first <= day && (last === '' || day <= last));
}

/** Whether a currency is still quoted. */
export function isQuotedNow({ spans }: EcbCurrency): boolean {
  return spans.some(([, last]) => last === '');
}
