import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';

/**
 * Names what rates of today are made from: of each source that is asked its own commits, the publications that count and their
 * ages, and the day. So polls of a market leave the rates of a bank as they are. Rates that a market may have a part in turn with
 * every version.
 */
export function ratesMadeFrom(snapshot: RateSnapshot, choice: SourceChoice): string {
  const { sources, version, today } = snapshot;
  const asked = sources.filter(({ id }) => choice.kind === 'default' || choice.source === id);
  if (asked.some(({ cadence }) => cadence === 'tick')) return version;
  return [today, ...asked.map(stateOf)].join(' ');
}

function stateOf({ id, revision, publications }: SourceSnapshot): string {
  const counted = publications.map(({ observedAt, age }) => `${observedAt.getTime()}:${age}`);
  return [id, revision, ...counted].join(',');
}
