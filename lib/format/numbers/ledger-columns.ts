import { currentLocale } from './current-locale.ts';
import { type FigureParts, fractionCharsOf } from './figures.ts';

/** A field's text cut at its decimal mark; a text that is no number of the visitor's locale stands left of it as a whole. */
export interface TypedParts {
  readonly integer: string;
  /** With its point; empty without one. */
  readonly fraction: string;
}

/** Room that the ledger's amounts need, in characters of theirs. */
export interface LedgerColumns {
  /** Right of the decimal point, the point included. */
  readonly fraction: number;
  /** The same of the rate, in characters of its own. */
  readonly rateFraction: number;
  /** In all, the digits of the rate included that stand out on either side. */
  readonly all: number;
}

/** A rate is set in less than half the size of the amounts. */
const RATE_SIZE = 0.5;

/** Cuts `1,200.50` into `1,200` and `.50`, and leaves `1.200,50` whole; the other way round where the visitor writes so. */
export function typedParts(text: string): TypedParts {
  const { group, decimal } = currentLocale();
  const at = text.indexOf(decimal);
  if (at === -1) return { integer: text, fraction: '' };
  const [integer, fraction] = [text.slice(0, at), text.slice(at)];
  const isOurs = /^\d*$/.test(integer.replaceAll(group, '') + fraction.slice(1));
  return isOurs ? { integer, fraction } : { integer: text, fraction: '' };
}

/**
 * The room for an amount being typed, the rate and the result, so that their decimal points stand under each other; for the
 * fraction of the rate `rateRoom` characters at least.
 */
export function ledgerColumns(
  typed: TypedParts,
  rate: FigureParts | null,
  result: FigureParts | null,
  rateRoom = 0,
): LedgerColumns {
  const fraction = Math.max(typed.fraction.length, fractionCharsOf([result]));
  const rateFraction = rate === null ? 0 : Math.max(rateRoom, fractionCharsOf([rate]));
  const integer = Math.max(
    typed.integer.length,
    result?.integer.length ?? 1,
    Math.ceil((rate?.integer.length ?? 1) * RATE_SIZE),
  );
  return { fraction, rateFraction, all: integer + Math.max(fraction, Math.ceil(rateFraction * RATE_SIZE)) };
}
