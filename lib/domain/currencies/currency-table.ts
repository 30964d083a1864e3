import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';

const CURRENCY_KINDS = ['fiat', 'fund', 'metal', 'unit', 'crypto'] as const;

/** `fund`: a code for accounts and indexed sums (BOV, CLF); `unit`: a unit of account or bond unit (XDR, XBA); metals are per troy ounce. */
export type CurrencyKind = (typeof CURRENCY_KINDS)[number];

/** A row of the table of active currencies. */
export interface ActiveCurrency {
  readonly code: string;
  readonly name: string;
  /** Decimal places of ISO 4217; null where ISO says "N.A.". */
  readonly minorUnits: number | null;
  readonly kind: CurrencyKind;
  /** English names of the countries and territories that use it, to search by; empty for metals and units. */
  readonly countries: readonly string[];
}

/** A row of the table of retired currencies. */
export interface RetiredCurrency extends ActiveCurrency {
  /** The last day on which a market figure in this code can be true. */
  readonly lastDay: IsoDay;
  /** The code that took its place, itself retired at times (YUN, YUM, CSD, RSD); null when nothing did. */
  readonly successor: string | null;
}

/** Stands for "none" in a column. */
const NONE = '-';

/** Reads lines of `code|minorUnits|kind|name|countries`; throws on a malformed line, which is a bug of the table. */
export function parseActiveTable(table: string): readonly ActiveCurrency[] {
  return linesOf(table).map((line) => {
    const column = columnsOf(line, 5);
    return {
      code: codeIn(column(0)),
      minorUnits: minorUnitsIn(column(1)),
      kind: kindIn(column(2)),
      name: column(3),
      countries: countriesIn(column(4)),
    };
  });
}

/** Reads lines of `code|minorUnits|kind|lastDay|successor|name|countries`; throws on a malformed line. */
export function parseRetiredTable(table: string): readonly RetiredCurrency[] {
  return linesOf(table).map((line) => {
    const column = columnsOf(line, 7);
    return {
      code: codeIn(column(0)),
      minorUnits: minorUnitsIn(column(1)),
      kind: kindIn(column(2)),
      lastDay: dayIn(column(3)),
      successor: column(4) === NONE ? null : codeIn(column(4)),
      name: column(5),
      countries: countriesIn(column(6)),
    };
  });
}

function linesOf(table: string): readonly string[] {
  return table.trim().split('\n');
}

/** Gives the columns of a line by number, so that a missing or extra separator cannot shift them unseen. */
function columnsOf(line: string, count: number): (index: number) => string {
  const columns = line.split('|');
  if (columns.length !== count) throw new Error(`currency table: ${count} columns expected in "${line}"`);
  return (index) => {
    const text = columns[index];
    if (text === undefined || text === '' || text.trim() !== text) {
      throw new Error(`currency table: column ${index} is empty or padded in "${line}"`);
    }
    return text;
  };
}

function codeIn(text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw new Error(`currency table: "${text}" is not an ISO 4217 code`);
  return text;
}

function minorUnitsIn(text: string): number | null {
  if (text === NONE) return null;
  if (!/^[0-4]$/.test(text)) throw new Error(`currency table: "${text}" is not a number of minor units`);
  return Number(text);
}

function kindIn(text: string): CurrencyKind {
  const kind = CURRENCY_KINDS.find((known) => known === text);
  if (kind === undefined) throw new Error(`currency table: "${text}" is not a kind`);
  return kind;
}

function dayIn(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`currency table: "${text}" is not a day`);
  return day;
}

function countriesIn(text: string): readonly string[] {
  return text === NONE ? [] : text.split(', ');
}
