import { z } from 'zod';
import type { Result } from '#lib/domain/result';
import { readJson } from '#lib/sources/document-text';
import { type LayoutError, unknownLayout } from '#lib/sources/source';
import { type Currency, findCurrency } from '#lib/domain/currencies/currency';
import { toSignificantDigits } from '#lib/sources/significant-digits';

/** A refusal comes in the envelope of the asked interface (`chart`, `spark`, `quoteResponse`) or in one of its own (`finance`). */
const refusalSchema = z.record(
  z.string(),
  z.object({ error: z.object({ code: z.string(), description: z.string() }) }),
);

/** Longer descriptions are no use in a log line. */
const DESCRIPTION_LENGTH_MAX = 120;

/**
 * Reads a body of Yahoo Finance as JSON. What comes in place of JSON, and an error inside it, are failures whose
 * sentence names it and ends with what was expected.
 */
export function readWebFinanceJson(body: Uint8Array, expected: string): Result<unknown, LayoutError> {
  const text = new TextDecoder().decode(body).trimStart();
  const found = foundInsteadOfJson(text);
  if (found !== null) return unknownLayout(`The document is ${found}; expected ${expected}.`);
  const json = readJson(body, expected);
  if (!json.ok) return json;
  const refusal = refusalSchema.safeParse(json.value);
  const [error] = refusal.success ? Object.values(refusal.data).map((envelope) => envelope.error) : [];
  if (error === undefined) return json;
  const description = error.description.slice(0, DESCRIPTION_LENGTH_MAX);
  return unknownLayout(
    `The publisher answered with the error "${error.code}" ("${description}"); expected ${expected}.`,
  );
}

function foundInsteadOfJson(text: string): string | null {
  if (text.startsWith('<') && /\bconsent\b/i.test(text)) {
    return "the publisher's consent page (HTML), which is shown to addresses in Europe";
  }
  if (/^Too Many Requests/i.test(text)) {
    return 'the text "Too Many Requests": the publisher wants to be asked less often, or refuses this client';
  }
  if (text.startsWith('Date,Open,High,Low,Close')) {
    return 'a CSV of the download interface, which was closed in 2024 and does not say of which pair it is';
  }
  return null;
}

/** The two codes of a symbol: one unit of `base` costs the symbol's price in units of `quote`. */
export interface SymbolPair {
  readonly base: string;
  readonly quote: string;
}

/** `EURUSD=X`, and `JPY=X`, which is USDJPY=X. */
const CURRENCY_FORM = /^([A-Z]{3})?([A-Z]{3})=X$/;
/** `BTC-USD`. */
const CRYPTO_FORM = /^([A-Z0-9]{2,10})-([A-Z]{3})$/;

/**
 * The pair of a symbol of Yahoo Finance; null for shares, indexes and codes that Crossrate does not know. The form says
 * which kind a code is of, so that a coin whose ticker is also a currency's code (ERN-USD) is no pair.
 */
export function pairOfSymbol(symbol: string): SymbolPair | null {
  const currencies = CURRENCY_FORM.exec(symbol);
  if (currencies !== null) {
    return known(currencies[1] ?? 'USD', currencies[2], (base) => base.kind !== 'crypto');
  }
  const coin = CRYPTO_FORM.exec(symbol);
  return coin === null ? null : known(coin[1], coin[2], (base) => base.kind === 'crypto');
}

function known(
  base = '',
  quote = '',
  isBaseRight: (base: Currency) => boolean = () => true,
): SymbolPair | null {
  const [baseCurrency, quoteCurrency] = [findCurrency(base), findCurrency(quote)];
  if (baseCurrency === null || quoteCurrency === null || base === quote) return null;
  return isBaseRight(baseCurrency) && quoteCurrency.kind !== 'crypto' ? { base, quote } : null;
}

/** More digits are noise: prices are 32-bit floats, which carry 7.2 digits, printed as doubles. */
const DIGITS_MAX = 7;
/** Fewer would cut real digits off prices far below 1: with a hint of 4, 0.0058783 would keep four. */
const DIGITS_MIN = 6;
const DECIMALS_BEYOND_HINT = 2;

/**
 * A price as text without its float noise: 1.1220825910568237 with the hint 4 is `1.122083`. `priceHint` is the number
 * of decimals that the publisher itself shows; spark documents have none.
 */
export function webFinanceFigure(price: number, priceHint: number | undefined): string {
  return toSignificantDigits(price, priceHint === undefined ? DIGITS_MAX : digitsFor(price, priceHint));
}

function digitsFor(price: number, priceHint: number): number {
  const digitsBeforePoint = Math.floor(Math.log10(Math.abs(price))) + 1;
  const digits = priceHint + DECIMALS_BEYOND_HINT + digitsBeforePoint;
  // Of 0 the logarithm is infinite; the validation refuses that figure anyway.
  return Number.isFinite(digits) ? Math.min(DIGITS_MAX, Math.max(DIGITS_MIN, digits)) : DIGITS_MAX;
}
