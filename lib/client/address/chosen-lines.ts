import { isSourceId, SOURCE_IDS, type SourceId } from '#lib/domain/source-id';
import { readField, wordField, writeField } from './address-fields.ts';
import { type IgnoredPart, quoted } from './address-parts.ts';

/** A pair of codes: one unit of `base` costs so many units of `quote`. */
export interface ChartPair {
  readonly base: string;
  readonly quote: string;
}

/** Which lines a chart of a pair has. */
export interface ChosenLines {
  /** In the order chosen; null takes the first that has the pair. */
  readonly sources: readonly SourceId[] | null;
  /** Further pairs beside the first one; with any of them all lines are indexed to 100. */
  readonly compare: readonly ChartPair[];
  /** The source that the first one is measured against, day by day in basis points; null shows the rates themselves. */
  readonly against: SourceId | null;
}

/** Lines of a chart, told apart by colour and dash. */
export const LINES_MAX = 5;

const AGAINST_FIELD = wordField('against', 'a source', isSourceId, 'The rates themselves are shown.');

/** The sources and the further pairs; pairs that are compared have a line of one source each, and a difference is of two sources. */
export function readLines(
  query: URLSearchParams,
  pair: ChartPair,
  codes: readonly string[],
  ignored: IgnoredPart[],
): ChosenLines {
  const sources = readSources(query.get('sources'), ignored);
  const compare = readCompare(query.get('compare'), pair, codes, ignored);
  const [first, ...others] = sources ?? [];
  if (compare.length > 0 && others.length > 0) {
    ignored.push({
      wrong: `No line is drawn for ${others.join(', ')}.`,
      instead: `Pairs are compared at one source: ${first}, where it has them.`,
    });
  }
  return { sources, compare, against: readAgainst(query, sources, compare, ignored) };
}

function readAgainst(
  query: URLSearchParams,
  sources: ChosenLines['sources'],
  compare: ChosenLines['compare'],
  ignored: IgnoredPart[],
): SourceId | null {
  const against = readField(AGAINST_FIELD, query, ignored);
  const [first, ...others] = sources ?? [];
  if (against === null) return null;
  if (compare.length > 0) {
    ignored.push({
      wrong: 'A difference compares two sources of one pair.',
      instead: 'The pairs are compared.',
    });
    return null;
  }
  if (against === first) {
    ignored.push({
      wrong: `${against} does not differ from itself.`,
      instead: 'The rates themselves are shown.',
    });
    return null;
  }
  const left = others.filter((source) => source !== against);
  if (left.length > 0) {
    ignored.push({
      wrong: `No line is drawn for ${left.join(', ')}.`,
      instead: `The difference is of ${first} and ${against}.`,
    });
  }
  return against;
}

function readSources(text: string | null, ignored: IgnoredPart[]): readonly SourceId[] | null {
  if (text === null || text === '') return null;
  const named = [...new Set(text.split(','))].filter((one) => one !== '');
  const sources = named.filter((one) => isSourceId(one));
  for (const wrong of named.filter((one) => !isSourceId(one))) {
    ignored.push({
      wrong: `${quoted(wrong)} is not a source.`,
      instead: `The sources are ${SOURCE_IDS.join(', ')}.`,
    });
  }
  if (sources.length > LINES_MAX) {
    ignored.push({
      wrong: `${sources.length} sources are too many lines.`,
      instead: `The first ${LINES_MAX} are shown.`,
    });
  }
  return sources.length === 0 ? null : sources.slice(0, LINES_MAX);
}

function readCompare(
  text: string | null,
  shown: ChartPair,
  codes: readonly string[],
  ignored: IgnoredPart[],
): readonly ChartPair[] {
  const pairs: ChartPair[] = [];
  for (const one of (text ?? '').split(',').filter((part) => part !== '')) {
    const [base = '', quote = '', ...rest] = one.toUpperCase().split(/[-/]/);
    if (rest.length > 0 || base === quote || !codes.includes(base) || !codes.includes(quote)) {
      ignored.push({ wrong: `${quoted(one)} is not a pair.`, instead: 'It is left out; write EUR-JPY.' });
      continue;
    }
    if ([shown, ...pairs].some((known) => known.base === base && known.quote === quote)) continue;
    pairs.push({ base, quote });
  }
  if (pairs.length < LINES_MAX) return pairs;
  ignored.push({
    wrong: `${pairs.length + 1} pairs are too many to compare.`,
    instead: `The first ${LINES_MAX} are shown.`,
  });
  return pairs.slice(0, LINES_MAX - 1);
}

/** The lines as parts of a query; null for those that are as usual. */
export function lineParts({ sources, compare, against }: ChosenLines): readonly (string | null)[] {
  const pairs = compare.map(({ base, quote }) => `${base}-${quote}`);
  return [
    sources === null ? null : `sources=${sources.join(',')}`,
    pairs.length === 0 ? null : `compare=${pairs.join(',')}`,
    writeField(AGAINST_FIELD, against),
  ];
}
