import type { ConversionWithProvenance, Provenance } from '#lib/contract/responses';
import { numberWord } from '#lib/format/numbers/number-text';
import { sourceInText } from '#lib/format/sources/source-names';

/** A published figure, in the way of a rate from one currency to another. */
type Leg = Pick<
  Provenance['legs'][number],
  'base' | 'quote' | 'figure' | 'inverted' | 'observedAt' | 'firstSeenAt' | 'act' | 'document'
> & { readonly source: string };

/** What the working shows of how a rate was made. */
type Made = Pick<Provenance, 'kind'> & { readonly legs: readonly Leg[] };

/** A rate of which the working is shown, as a conversion or a receipt has it. */
export type WorkedRate = Pick<ConversionWithProvenance, 'from' | 'to' | 'rate'> & {
  readonly provenance: Made;
};

/** A figure in the working of a rate and what is done with it; `1 ÷` where nothing stands before it to be divided. */
export interface WorkingLine {
  readonly leg: Leg;
  readonly operator: '' | '×' | '÷' | '1 ÷';
}

/**
 * The legs as a person would do the sum: what multiplies first, then what divides. USD to JPY from EUR/USD and EUR/JPY is
 * EUR/JPY ÷ EUR/USD; without anything to multiply the first line is 1 ÷.
 */
export function workingLines({ legs }: Pick<Made, 'legs'>): readonly WorkingLine[] {
  const inOrder = legs.toSorted((one, other) => Number(one.inverted) - Number(other.inverted));
  return inOrder.map((leg, index) => {
    if (index === 0) return { leg, operator: leg.inverted ? '1 ÷' : '' };
    return { leg, operator: leg.inverted ? '÷' : '×' };
  });
}

/** Whether the rate is worked out of published figures, rather than one of them. */
export function isComputed({ kind }: Pick<Made, 'kind'>): boolean {
  return kind === 'inverse' || kind === 'cross';
}

/** How many lines the working has, that of the outcome among them. */
export function workingLineCount(provenance: Made): number {
  return provenance.legs.length + (isComputed(provenance) ? 1 : 0);
}

/** How a rate was made, in one clause: `as the European Central Bank published it`. */
export function workingSummary({ kind, legs }: Made): string {
  const [first] = legs;
  if (kind === 'identity' || first === undefined) return 'one unit of a currency is one unit of itself';
  const who = first.act === null ? `as ${sourceInText(first.source)} published it` : 'as law fixes it';
  if (kind === 'direct') return who;
  if (kind === 'inverse') return `1 divided by ${first.base}/${first.quote} ${who}`;
  const count = numberWord(legs.length);
  const sources = [...new Set(legs.map(({ source }) => source))];
  if (sources.length > 1) return `a cross of ${count} figures of ${sources.map(sourceInText).join(' and ')}`;
  const isOneDay = new Set(legs.map(({ observedAt }) => observedAt)).size === 1;
  return `a cross of ${count} figures ${isOneDay ? `from one publication of ${sourceInText(first.source)}` : `of ${sourceInText(first.source)}`}`;
}
