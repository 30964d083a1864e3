import type { FigureParts } from './figures.ts';

/** A field's text cut at its decimal point; a text that is no plain English number stands left of it as a whole. */
export interface TypedParts {
  readonly integer: string;
  /** With its point; empty without one. */
  readonly fraction: string;
}

/** Room that the ledger's rows share, in characters: left of the decimal point and right of it, the point included. */
export interface LedgerColumns {
  readonly integer: number;
  readonly fraction: number;
}

/** A rate is set in less than half the size of the amounts. */
const RATE_SIZE = 0.5;

/** Cuts `1,200.50` into `1,200` and `.50`, and leaves `1.200,50` whole. */
export function typedParts(text: string): TypedParts {
  const form = /^([\d,]*)(\.\d*)$/.exec(text);
  return form ? { integer: form[1] ?? '', fraction: form[2] ?? '' } : { integer: text, fraction: '' };
}

/** The room for an amount being typed, the rate and the result, so that their decimal points stand under each other. */
export function ledgerColumns(
  typed: TypedParts,
  rate: FigureParts | null,
  result: FigureParts | null,
): LedgerColumns {
  const fractionOf = (parts: FigureParts | null) => (parts ? parts.strong.length + parts.muted.length : 0);
  return {
    integer: Math.max(
      typed.integer.length,
      result?.integer.length ?? 1,
      Math.ceil((rate?.integer.length ?? 1) * RATE_SIZE),
      1,
    ),
    fraction: Math.max(typed.fraction.length, fractionOf(result), Math.ceil(fractionOf(rate) * RATE_SIZE), 3),
  };
}
