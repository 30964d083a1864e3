import type { BankTerm } from '#lib/domain/bank/bank-terms';
import type { BankContext, PartReading } from './bank-context.ts';
import { readBankPart } from './bank-part.ts';
import { termText } from './bank-words.ts';

/** What a typed statement of a bank means. */
export type BankReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'terms'; readonly terms: readonly BankTerm[] }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'doubted'; readonly sentence: string; readonly fixes: readonly TextFix[] };

/** What a button makes of the whole text. */
export interface TextFix {
  readonly label: string;
  readonly text: string;
  /** The part that the button puts there, which is not asked about again. */
  readonly part: string;
}

/** A longer text is no statement. */
const LENGTH_MAX = 160;

/** Between parts: words, signs, and a comma that is no decimal mark. */
const SEPARATOR = /\s*(?:[;\n+]|,(?=\s)|\s&\s|\b(?:and|plus|with)\b|\s(?=without\b))\s*/i;

/** `2% 5 EUR` are two parts without anything between them. */
const BEHIND_PERCENT = /(?<=%)\s+(?=[\d\p{Sc}])/gu;

/** `4.25 - 2%` is a rate and what is taken off. */
const MINUS_PERCENT = /(?<=[\d\p{L}\p{Sc}])\s+[-−–]\s*(?=[\d.,]+\s*(?:%|per\s?cent\b|pct\b))/giu;

/**
 * Reads what people write of a bank's terms: `rate 1.12 and 2 % and 5 EUR`, `112 USD`, `1 USD = 0.8562 EUR + 2%`. Numbers are read
 * as amounts are, in the visitor's locale. The first part that is wrong or doubted speaks for the whole; a fix leaves the others
 * as they were typed. `confirmed` are parts that somebody pressed a button for: they mean what they say.
 */
export function readBankText(
  text: string,
  context: BankContext,
  confirmed: readonly string[] = [],
): BankReading {
  if (text.trim() === '') return { kind: 'empty' };
  if (text.length > LENGTH_MAX) {
    return {
      kind: 'refused',
      sentence: `Type at most ${LENGTH_MAX} characters: the rate, the sum or the fees.`,
    };
  }
  const parts = text
    .replace(BEHIND_PERCENT, ' and ')
    .replace(MINUS_PERCENT, ' and ')
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const terms: BankTerm[] = [];
  for (const [place, part] of parts.entries()) {
    const reading = asConfirmed(readBankPart(part, context), confirmed.includes(part) ? part : null);
    if (reading.kind !== 'term') return asWhole(reading, parts, place);
    terms.push(reading.term);
  }
  return terms.length === 0 ? { kind: 'empty' } : { kind: 'terms', terms };
}

/** A doubted part that somebody pressed a button for is the one of its fixes that reads as it does. */
function asConfirmed(reading: PartReading, part: string | null): PartReading {
  if (reading.kind !== 'doubted') return reading;
  const fix = reading.fixes.find(({ term }) => termText(term) === part);
  return fix === undefined ? reading : { kind: 'term', term: fix.term };
}

function asWhole(
  reading: Exclude<PartReading, { readonly kind: 'term' }>,
  parts: readonly string[],
  place: number,
): BankReading {
  if (reading.kind === 'refused') return reading;
  const fixes = reading.fixes.map(({ label, term }) => ({
    label,
    text: parts.with(place, termText(term)).join(' and '),
    part: termText(term),
  }));
  return { kind: 'doubted', sentence: reading.sentence, fixes };
}
