import { rmSync } from 'node:fs';
import type { PolledSourceId } from '#lib/testing/simulated-upstreams/faults/faults';
import { CAMPAIGN_START, type Campaign, COMPANIONS } from './campaign.ts';
import type { CampaignWorld } from './campaign-world.ts';
import { type Look, lookAt, type WrongFigure } from './compare-world.ts';
import { type Mischief, NO_MISCHIEF, toleranceOf } from './mischief.ts';

/** How figures come into a store. After weeks away documents reach back to no stored day. */
export const WAYS = ['poll', 'away', 'weeks away', 'backfill', 'import', 'older rows'] as const;

/**
 * The first day of a service, alone or beside healthy sources. Where nothing else is known a lie is believed, and the truth is
 * held against it, for nothing takes history back but an operator. What is compared is the end: beside others the truth must have
 * come back by itself, alone once an operator has decided about what is held.
 */
export const FIRST_STARTS = ['first start', 'first start beside others'] as const;

export type Way = (typeof WAYS)[number] | (typeof FIRST_STARTS)[number];

/** Whether nothing is stored when a scenario begins. */
export function isFirstStart(way: Way): boolean {
  return way === 'first start' || way === 'first start beside others';
}

/** One publisher that does one thing wrong while figures come in by one way. */
export interface Scenario {
  readonly source: PolledSourceId;
  readonly mischief: Mischief;
  readonly way: Way;
}

/** A wrong figure and the step after which it was seen first. */
export interface SeenWrong extends WrongFigure {
  readonly step: string;
}

/** What became of a scenario. */
export interface ScenarioOutcome extends Scenario {
  readonly compared: number;
  /** Comparisons that failed; one figure that stays is counted at every step. */
  readonly wrongCount: number;
  /** Each wrong figure once, with its first step. */
  readonly wrong: readonly SeenWrong[];
  /** What the source served when it was well again, before the restart and after it, by pair. */
  readonly servedAtEnd: ReadonlyMap<string, string>;
  readonly servedAfterRestart: ReadonlyMap<string, string>;
  /** Pairs that were served before and then said not to be published, and the first step at which they were. */
  readonly vanished: ReadonlyMap<string, string>;
  /** Figures that are held at the end. */
  readonly held: number;
  /** Looks at a publisher in health that found something held. */
  readonly falseAlarms: number;
  /** What the campaign's own code or the product threw, if anything. */
  readonly thrown: string | null;
}

/** A scenario under way: a store of its own, and the process on it. */
export interface Run {
  readonly campaign: Campaign;
  readonly source: PolledSourceId;
  readonly world: () => CampaignWorld;
  /** Moves the clock to another day; the companions are polled there. */
  readonly moveTo: (instant: Date) => Promise<void>;
  /** Moves the clock on by the source's interval. */
  readonly moveOn: () => Promise<void>;
  /** Polls the source and compares. */
  readonly poll: (step: string) => Promise<void>;
  readonly look: (step: string) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** An operator decides about what is held of the source. */
  readonly decide: () => Promise<void>;
  /** What is served now is what is served in the end. */
  readonly noteEnd: () => void;
  readonly end: () => Promise<Omit<ScenarioOutcome, keyof Scenario | 'thrown'>>;
}

/** Starts a process on a copy of the template, or on nothing, at the campaign's first instant. */
export async function startRun(campaign: Campaign, { source, mischief, way }: Scenario): Promise<Run> {
  const { clock, truth } = campaign;
  clock.moveTo(CAMPAIGN_START);
  const folder = isFirstStart(way) ? campaign.emptyFolder() : campaign.copyTemplate();
  const companions = way === 'first start' ? [] : COMPANIONS.filter((id) => id !== source);
  let isJudged = !isFirstStart(way);
  let world = await campaign.open(folder, source);
  const intervalMs = intervalOf(world, source);
  const tally = createTally();
  const note = (id: PolledSourceId) => truth.note(campaign.healthySource(id));
  const look = async (step: string) => {
    const allowance = { isStill: mischief.fault === 'stale' };
    const found = await lookAt(world, source, truth, allowance);
    if (mischief === NO_MISCHIEF && (await isAlarmed(world, source))) tally.noteFalseAlarm();
    tally.add(step, {
      ...found,
      wrong: isJudged ? found.wrong.filter((figure) => !isTolerated(figure, mischief, source)) : [],
      notCarried: mayEnd(mischief, source) ? [] : found.notCarried,
    });
  };
  const moveTo = async (instant: Date) => {
    clock.moveTo(instant);
    await note(source);
    for (const companion of companions) {
      await note(companion);
      await world.poll(companion);
    }
  };
  return {
    campaign,
    source,
    world: () => world,
    moveTo,
    moveOn: async () => {
      clock.moveTo(new Date(clock.serviceMs() + intervalMs));
      await note(source);
    },
    poll: async (step) => {
      campaign.countPoll(source);
      await world.poll(source);
      await look(step);
    },
    look,
    stop: () => world.close(),
    start: async () => {
      world = await campaign.open(folder, source);
    },
    decide: () => world.decide(source, truth),
    noteEnd: () => {
      isJudged = true;
      tally.noteEnd();
    },
    end: async () => {
      const held = await world.store.readHeldFigures({ state: 'held', source, limit: HELD_MAX });
      await world.close();
      rmSync(folder, { recursive: true, force: true });
      return { ...tally.total(), held: held.length };
    },
  };
}

/** Whether anything is held of a source. */
async function isAlarmed({ store }: CampaignWorld, source: PolledSourceId): Promise<boolean> {
  return (await store.readHolds()).some((hold) => hold.source === source);
}

/**
 * Days of which nothing is stored within months, and that no other source has, are believed where a rate can have been in that
 * time: nothing tells their dates, or that a single pair is upside down near 1.
 */
const PAGES: ReadonlySet<string> = new Set(['web-finance', 'charting-platform', 'web-search']);

const LONE_DAYS_END = '2026-09-30';
const LONE_TOLERANCE = 0.95;

function isTolerated(
  { served, truth, isMisdated, at, place }: WrongFigure,
  mischief: Mischief,
  source: PolledSourceId,
): boolean {
  const distance = truth === null ? Infinity : Math.abs(Math.log(served / truth));
  const isLone = place === 'history' && at < LONE_DAYS_END && mischief.fault === null;
  if (isLone && (isMisdated || distance <= LONE_TOLERANCE)) return true;
  if (place === 'history' && isMisdated && mischief.isOfOwnClock && PAGES.has(source)) return true;
  return distance <= toleranceOf(mischief, source);
}

/**
 * A bank of two pairs that leaves one out for three days has given it up, for all that anybody can tell; so has one whose cell of a
 * series is no number for as long, of which the operator is told.
 */
function mayEnd({ name }: Mischief, source: PolledSourceId): boolean {
  if (name === 'one_series_is_no_number') return true;
  return source === 'boj' && (name === 'dropped_60' || name === 'rows_missing_60_percent');
}

const HELD_MAX = 20_000;

function intervalOf(world: CampaignWorld, id: PolledSourceId): number {
  const source = world.source(id);
  return source.cadence === 'tick' ? source.polling.intervalMs : source.polling.dueMs;
}

/** Adds up what the looks of a scenario found. */
function createTally() {
  const wrong = new Map<string, SeenWrong>();
  const vanished = new Map<string, string>();
  let first: Look['served'] | null = null;
  let compared = 0;
  let wrongCount = 0;
  let falseAlarms = 0;
  let served: Look['served'] = new Map();
  let servedAtEnd = served;
  return {
    add: (step: string, look: Look) => {
      compared += look.compared;
      wrongCount += look.wrong.length;
      served = look.served;
      first ??= look.served;
      for (const pair of look.notCarried) {
        if (first.has(pair) && !vanished.has(pair)) vanished.set(pair, step);
      }
      for (const figure of look.wrong) {
        const key = `${figure.place} ${figure.pair} ${figure.at} ${figure.served}`;
        if (!wrong.has(key)) wrong.set(key, { ...figure, step });
      }
    },
    noteFalseAlarm: () => {
      falseAlarms += 1;
    },
    noteEnd: () => {
      servedAtEnd = served;
    },
    total: () => ({
      compared,
      falseAlarms,
      wrongCount,
      wrong: [...wrong.values()],
      servedAtEnd,
      servedAfterRestart: served,
      vanished,
    }),
  };
}
