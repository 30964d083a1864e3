import type { StatusReport } from '#lib/contract/responses';
import { addDays, DAY_MS, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { nextPublicationDay } from '#lib/domain/publication-calendar';
import type { LegalSource, RateSnapshot, SourceDescription } from '#lib/domain/rate-snapshot';
import type { Health } from '#lib/domain/source-health';
import type { HealthDay } from '#lib/store/health-history';
import type { Store } from '#lib/store/store';

import type { NewestCheck } from './status-report.ts';

/** Days that the board looks back. */
export const BOARD_DAYS = 90;

/** Figures of the door in the last days. */
const DOOR_DAYS = 30;

/** Held figures that are counted. */
const HELD_MAX = 20_000;

/** One day of a source: the worst state that a check came to, or none where nobody looked. */
export interface BoardDay {
  readonly day: IsoDay;
  readonly worst: Health | null;
  readonly checks: number;
}

/** What the door did with figures of a source: how many a rule refused or holds, and one of them. */
export interface BoardRule {
  readonly rule: string;
  readonly what: 'refused' | 'held';
  readonly count: number;
  readonly example: string | null;
}

/** Everything that people may know of a source's health. Instants are ISO 8601 UTC. */
export interface BoardSource {
  readonly id: string;
  readonly name: string;
  readonly status: Health;
  /** Why it is not operational, or what its newest check complained of. */
  readonly reason: string | null;
  readonly latencyMs: number | null;
  readonly checkedAt: string | null;
  readonly newestAt: string | null;
  readonly nextDueAt: string | null;
  readonly days: readonly BoardDay[];
  readonly rules: readonly BoardRule[];
}

/** The report for people. */
export interface StatusBoard {
  readonly overall: Health;
  readonly sources: readonly BoardSource[];
  readonly services: StatusReport['services'];
}

/** What a board is made of. */
export interface BoardParts {
  readonly report: StatusReport;
  readonly snapshot: RateSnapshot;
  readonly sources: readonly ((SourceDescription | LegalSource) & { readonly name: string })[];
  readonly checks: ReadonlyMap<string, NewestCheck>;
  readonly store: Pick<Store, 'readHealthDays' | 'readDoorRefusals' | 'readQuarantine'>;
  readonly now: Date;
}

/** Reads the board; the public page shows it, so it names no address of a publisher and no internal. */
export async function readStatusBoard(parts: BoardParts): Promise<StatusBoard> {
  const { report, store, now } = parts;
  const today = isoDayOf(now);
  const fromDay = addDays(today, 1 - BOARD_DAYS);
  const [days, refusals, held] = await Promise.all([
    store.readHealthDays({ fromDay }),
    store.readDoorRefusals({ fromDay: isoDayOf(new Date(now.getTime() - DOOR_DAYS * DAY_MS)) }),
    store.readQuarantine({ state: 'held', limit: HELD_MAX }),
  ]);
  return {
    overall: report.overall,
    services: report.services,
    sources: report.sources.map(({ source: id, status }) => ({
      ...factsOf(id, parts),
      id,
      status,
      days: daysOf(
        days.filter(({ source }) => source === id),
        fromDay,
        today,
      ),
      rules: [
        ...countsOf(
          held.filter(({ source }) => source === id),
          'held',
        ),
        ...countsOf(
          refusals.filter(({ source }) => source === id),
          'refused',
        ),
      ],
    })),
  };
}

function factsOf(id: string, { sources, snapshot, checks, now }: BoardParts) {
  const facts = sources.find((source) => source.id === id);
  const newest = snapshot.sources.find((source) => source.id === id)?.publications[0];
  const check = checks.get(id);
  const isDated = facts !== undefined && 'cadence' in facts && facts.cadence === 'fixing' && newest;
  const dueAt = isDated ? facts.schedule.dueAt(nextPublicationDay(facts.schedule, newest.observedOn)) : null;
  return {
    name: facts?.name ?? id,
    reason:
      check?.sentence ??
      (newest?.age === 'late' ? `Its figures are late: due ${dueAt?.toISOString()}.` : null),
    latencyMs: check?.latencyMs ?? null,
    checkedAt: check?.checkedAt.toISOString() ?? null,
    newestAt: newest && newest.limits !== null ? newest.observedAt.toISOString() : null,
    nextDueAt: dueAt && dueAt > now ? dueAt.toISOString() : null,
  };
}

function daysOf(known: readonly HealthDay[], fromDay: IsoDay, today: IsoDay): readonly BoardDay[] {
  const byDay = new Map(known.map((row) => [row.day, row]));
  const days: BoardDay[] = [];
  for (let day = fromDay; day <= today; day = addDays(day, 1)) {
    const row = byDay.get(day);
    days.push({ day, worst: row && row.checks > 0 ? row.worst : null, checks: row?.checks ?? 0 });
  }
  return days;
}

interface DoorRow {
  readonly rule: string;
  readonly n?: number;
  readonly example?: string;
}

function countsOf(rows: readonly DoorRow[], what: BoardRule['what']): readonly BoardRule[] {
  return [...Map.groupBy(rows, ({ rule }) => rule)].map(([rule, ofRule]) => ({
    rule,
    what,
    count: ofRule.reduce((sum, { n }) => sum + (n ?? 1), 0),
    example: ofRule[0]?.example ?? null,
  }));
}
