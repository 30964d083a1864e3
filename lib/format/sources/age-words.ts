import type { Provenance } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { isFixingSource } from './source-names.ts';

/**
 * How current a figure is, in a word or two. A current one is either the bank's latest fixing, which may be days old by its
 * timetable, or a live quote; one that is made of both is no newer than its fixing.
 */
export function ageWord(age: Provenance['age'], sources: readonly SourceId[]): string {
  switch (age) {
    case 'fresh':
      return sources.some(isFixingSource) ? 'Latest fixing' : 'Live';
    case 'late':
      return 'Late';
    case 'stale':
      return 'Stale';
    case 'law':
      return 'By law';
    default:
      return age satisfies never;
  }
}

/** The same of a figure that was so when the network went: `Was live`. */
export function wasAgeWord(age: Provenance['age'], sources: readonly SourceId[]): string {
  return age === 'law' ? 'By law' : `Was ${ageWord(age, sources).toLowerCase()}`;
}
