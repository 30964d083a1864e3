import type { Impact, NamedPairs } from './impact.ts';

/** Sources that a sentence has room to name. */
const SOURCES_MAX = 3;

/**
 * What faults mean for those who ask without naming a source, as one sentence: `EUR/ISK and EUR/NOK have no rate; 27 pairs are
 * answered by the European Central Bank instead.` Null where no pair is known of the source. `nameOf` gives a source's name within a
 * sentence.
 */
export function impactText(
  { pairs, none, stale, instead }: Impact,
  nameOf: (id: string) => string,
): string | null {
  if (pairs === 0) return null;
  const clauses = [
    ...(none.count > 0 ? [`${namesText(none)} ${none.count === 1 ? 'has' : 'have'} no rate`] : []),
    ...(stale.count > 0
      ? [`${namesText(stale)} ${stale.count === 1 ? 'has' : 'have'} only a stale rate`]
      : []),
    ...(instead.length > 0 ? [insteadText(instead, nameOf)] : []),
  ];
  const changed = none.count + stale.count + instead.reduce((sum, { count }) => sum + count, 0);
  if (changed === 0)
    return pairs === 1 ? 'Its pair still has a current rate.' : 'All its pairs still have a current rate.';
  const rest = changed === pairs ? [] : ['all its other pairs still have a current rate'];
  return `${[...clauses, ...rest].join('; ')}.`;
}

/** `EUR/ISK`, `EUR/ISK and EUR/NOK`, `EUR/ISK, EUR/NOK, EUR/RON and 1 more pair`. */
function namesText({ count, examples }: NamedPairs): string {
  const more = count - examples.length;
  const names = more === 0 ? examples : [...examples, `${more} more ${more === 1 ? 'pair' : 'pairs'}`];
  return names.length === 1 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function insteadText(instead: Impact['instead'], nameOf: (id: string) => string): string {
  const pairs = instead.reduce((sum, { count }) => sum + count, 0);
  const are = pairs === 1 ? '1 pair is' : `${pairs} pairs are`;
  const [only] = instead;
  if (instead.length === 1 && only) return `${are} answered by ${nameOf(only.source)} instead`;
  const named = instead.slice(0, SOURCES_MAX).map(({ source, count }) => `${count} by ${nameOf(source)}`);
  const others = instead.length > SOURCES_MAX ? ', and the others by further sources' : '';
  return `${are} answered by other sources instead: ${named.join(', ')}${others}`;
}
