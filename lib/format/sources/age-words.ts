import type { Provenance } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { isFixingSource } from './source-names.ts';

/**
 * How current a figure is, in a word or two. A current one is either the bank's latest fixing, which may be days old by its
 * timetable, or a live quote; one that is made of both is no newer than its fixing. While its market is closed no quote is live.
 */
export function ageWord(age: Provenance['age'], sources: readonly SourceId[]): string {
  if (age !== 'fresh') return AGE_WORDS[age];
  return sources.some(isFixingSource) ? 'Latest fixing' : 'Live';
}

const AGE_WORDS = { closed: 'Market closed', late: 'Late', stale: 'Stale', law: 'By law' } as const;

/** The same of a figure that was so when the network went: `Was live`. */
export function wasAgeWord(age: Provenance['age'], sources: readonly SourceId[]): string {
  if (age === 'law') return 'By law';
  return age === 'closed' ? 'Market was closed' : `Was ${ageWord(age, sources).toLowerCase()}`;
}
