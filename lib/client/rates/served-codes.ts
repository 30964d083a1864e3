import type { CodeBook } from '#lib/client/address/address-parts';

/** What texts of one address were found to mean: the server looks, and the page repeats it without the means to search. */
export type ServedMeanings = Readonly<Record<string, string | null>>;

/** A book that notes into `meanings` what it was asked and what it answered. */
export function notingBook({ codes, nearest }: CodeBook, meanings: Record<string, string | null>): CodeBook {
  return {
    codes,
    nearest: (text, not) => (meanings[keyOf(text, not)] = nearest(text, not)),
  };
}

/** A book that answers what was noted; of anything else it knows no meaning. */
export function servedBook(codes: readonly string[], meanings: ServedMeanings): CodeBook {
  return { codes, nearest: (text, not) => meanings[keyOf(text, not)] ?? null };
}

function keyOf(text: string, not = ''): string {
  return `${text} ${not}`;
}
