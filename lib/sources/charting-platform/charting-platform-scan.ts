import { z } from 'zod';

import { findCurrency } from '#lib/domain/currencies/currency';
import { forexCloseBefore, isForexOpen } from '#lib/domain/calendars/forex-market';
import type { PublishedTick } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { readJson } from '#lib/sources/document-text';
import { toSignificantDigits } from '#lib/sources/significant-digits';
import {
  type LayoutError,
  type LeftOut,
  type SourceDocument,
  type Stated,
  unknownLayout,
  unreadable,
} from '#lib/sources/source';

import { SCAN_DIGITS } from './facts.ts';

/** The columns that are asked for and so, by position, what `d` of every row holds. Other columns are not known for certain, and one unknown column fails the whole call. */
export const SCAN_COLUMNS = ['close'] as const;

const EXPECTED = `the scanner's {"totalCount", "data": [{"s": "FX_IDC:EURUSD", "d": [${SCAN_COLUMNS.join()}]}]}`;

const scanSchema = z.object({
  totalCount: z.int(),
  data: z.array(z.unknown()),
});

/** One row; `d` is positional, so that with another number of cells which one is the close is unknown. */
const rowSchema = z.object({ s: z.string(), d: z.tuple([z.number().nullable()]) });
const symbolSchema = rowSchema.pick({ s: true });

const refusalSchema = z.object({ error: z.string() });

/**
 * Reads an answer of TradingView's scanner: 1 base = `rate` quote. Rows come in any order and symbols that the scanner
 * does not know are omitted; a null close is no quote, and codes that Crossrate does not know (GBX, CNH) are left out.
 * The answer has no time of its own: while the market is closed its closing instant before the fetch is the time, else
 * none is stated. Never an empty list.
 */
export function parseScan(document: SourceDocument): Result<Stated<PublishedTick>, LayoutError> {
  const json = readJson(document.body, EXPECTED);
  if (!json.ok) return json;
  const refusal = refusalSchema.safeParse(json.value);
  if (refusal.success) {
    return unknownLayout(
      `The scanner answered with the error "${refusal.data.error.slice(0, 120)}"; asked were the columns ${SCAN_COLUMNS.join()}.`,
    );
  }
  const scan = scanSchema.safeParse(json.value);
  if (!scan.success) {
    const place = scan.error.issues[0]?.path.join('/') || 'its top';
    return unknownLayout(`The JSON is not the scanner's at ${place}; expected ${EXPECTED}.`);
  }
  const observedAt = closingInstant(document.fetchedAt);
  const figures: PublishedTick[] = [];
  const leftOut: LeftOut[] = [];
  for (const [place, value] of scan.data.data.entries()) {
    const symbol = symbolSchema.safeParse(value).data?.s;
    const pair = pairOfSymbol(symbol ?? '');
    if (symbol !== undefined && pair === null) continue;
    const row = rowSchema.safeParse(value);
    if (!row.success || pair === null) {
      const expected = `expected ${SCAN_COLUMNS.join()} as a number or null`;
      leftOut.push(unreadable(pair === null ? `row ${place + 1}` : `${pair.base}/${pair.quote}`, expected));
      continue;
    }
    const [close] = row.data.d;
    if (close !== null) figures.push({ ...pair, rate: toSignificantDigits(close, SCAN_DIGITS), observedAt });
  }
  if (figures.length > 0) return ok({ figures, leftOut });
  const { data: rows, totalCount } = scan.data;
  const flaw = leftOut.slice(0, 1).map(({ series, reason }) => ` (${series}: ${reason})`);
  return unknownLayout(
    `None of the ${rows.length} rows (totalCount ${totalCount}) has a close of a pair of currencies that we know${flaw.join('')}; expected ${EXPECTED}.`,
  );
}

const SYMBOL_FORM = /^FX_IDC:([A-Z]{3})([A-Z]{3})$/;

/** Null for another provider's symbol and for codes that are no currency of our list. */
function pairOfSymbol(symbol: string): { readonly base: string; readonly quote: string } | null {
  const [, base = '', quote = ''] = SYMBOL_FORM.exec(symbol) ?? [];
  return base !== quote && isCurrency(base) && isCurrency(quote) ? { base, quote } : null;
}

/** Three letters of this provider are never a coin. */
function isCurrency(code: string): boolean {
  const currency = findCurrency(code);
  return currency !== null && currency.kind !== 'crypto';
}

function closingInstant(fetchedAt: Date): Date | null {
  return isForexOpen(fetchedAt) ? null : forexCloseBefore(fetchedAt);
}
