/** What words say that a figure is; `total` is what was paid or what came out, whichever its currency says. */
export type Label = 'rate' | 'received' | 'paid' | 'fee' | 'total';

const FEE_WORDS = String.raw`fees?|charges?|commission|surcharge|mark-?up|margin|spread`;

/** The first that is found counts: who was charged a fee, or got charged, states no sum that came out. */
const LABELS: readonly (readonly [RegExp, Label])[] = [
  [new RegExp(String.raw`\b(?:${FEE_WORDS})\b`, 'gi'), 'fee'],
  [/\brate\b/gi, 'rate'],
  [/\b(?:paid|pays?|charged|debited)\b/gi, 'paid'],
  [/\b(?:received?|receives|gets?|got|gives?|gave|result)\b/gi, 'received'],
  [/\b(?:total|sum)\b/gi, 'total'],
];

const FILLERS =
  /\bin\s+all\b|\bper\s+(?:transaction|transfer|withdrawal)\b|\b(?:exchange|foreign|transaction|transfer|conversion|service|fx|costs?|of|is|was|at|an?|the|its|my|flat|fixed|about|for|in|i|you|we|me)\b|:/gi;

const NO_FEE = new RegExp(
  String.raw`^(?:no|zero|without(?:\s+an?|\s+any)?)\s[\p{L}\s-]*\b(?:${FEE_WORDS}|costs?)$`,
  'iu',
);

/** A text without its words, and what they say; codes in capitals are no words, as ALL is not. */
export function withoutWords(
  text: string,
  codes: ReadonlySet<string>,
): { readonly label: Label | null; readonly bare: string } {
  const found = LABELS.find(([words]) => [...text.matchAll(words)].some(([word]) => !codes.has(word)));
  const without = (rest: string, words: RegExp) =>
    rest.replace(words, (word) => (codes.has(word) ? word : ' '));
  const bare = [...LABELS.map(([words]) => words), FILLERS].reduce(without, text).trim();
  return { label: found?.[1] ?? null, bare };
}

/** `rate = 1.12` as `rate: 1.12`: an equals sign behind nothing but words says no more than a colon. */
export function withColon(text: string, codes: ReadonlySet<string>): string {
  const [left = '', right, ...more] = text.split('=');
  if (right === undefined || more.length > 0) return text;
  const { label, bare } = withoutWords(left, codes);
  return label !== null && bare === '' ? `${left}: ${right}` : text;
}

/** Whether a text says that there is no fee. */
export function isNoFee(text: string): boolean {
  return NO_FEE.test(text.trim());
}
