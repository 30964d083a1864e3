import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { HistorySpan } from '#lib/sources/source';
import { CAMPAIGN_START, type Campaign } from './campaign.ts';
import { filesOf } from './files-to-import.ts';
import { inOlderRows, type Mischief, ofNewestDay } from './mischief.ts';
import { type Run, type Scenario, type ScenarioOutcome, startRun, type Way } from './scenario-run.ts';

/**
 * After publications of the days between: more than a source's snapshot has, so that a pair that is left out would vanish; every
 * bank has published something new by the second one.
 */
const WEDNESDAY_EVENING = new Date('2026-11-25T22:00:00Z');
const DAYS_WRONG = [
  new Date('2026-11-20T16:30:00Z'),
  new Date('2026-11-23T22:00:00Z'),
  new Date('2026-11-24T22:00:00Z'),
  WEDNESDAY_EVENING,
];
/** Sixteen publication days later, a Monday. */
const WEEKS_LATER = new Date('2026-12-14T22:00:00Z');
const DAYS_WELL = [
  '2026-11-20T16:30:00Z',
  '2026-11-23T22:00:00Z',
  '2026-11-24T22:00:00Z',
  '2026-11-25T22:00:00Z',
  '2026-11-26T22:00:00Z',
  '2026-12-01T02:00:00Z',
].map((text) => new Date(text));
const DAYS_WELL_LATER = [
  '2026-12-15T22:00:00Z',
  '2026-12-16T22:00:00Z',
  '2026-12-17T22:00:00Z',
  '2026-12-22T02:00:00Z',
].map((text) => new Date(text));
const FIRST_POLLS_WELL = 3;

const STORED_SPAN = { from: day('2026-11-02'), to: day('2026-11-13') };
const NEW_SPAN = { from: day('2026-08-03'), to: day('2026-08-14') };

/** Runs a scenario on a store of its own: in health, under the mischief, in health again, and after a restart. */
export async function runScenario(campaign: Campaign, scenario: Scenario): Promise<ScenarioOutcome> {
  const run = await startRun(campaign, scenario);
  let thrown: string | null = null;
  try {
    await run.look('before');
    await bringIn(run, scenario);
    await campaign.afflict(scenario.source, null);
    await recover(run, scenario.way);
  } catch (error) {
    thrown = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  await campaign.afflict(scenario.source, null);
  return { ...scenario, ...(await run.end()), thrown };
}

/** The part of a scenario during which the publisher does something wrong. */
async function bringIn(run: Run, { mischief, way, source }: Scenario): Promise<void> {
  if (way === 'away' || way === 'weeks away') await run.stop();
  await run.campaign.afflict(source, asStated(mischief, way));
  switch (way) {
    case 'poll':
      return pollOn(run);
    case 'away':
      return comeBack(run, WEDNESDAY_EVENING);
    case 'weeks away':
      return comeBack(run, WEEKS_LATER);
    case 'backfill':
      return backfill(run);
    case 'import':
      return importFiles(run);
    case 'older rows':
      return askForOlderRows(run);
    case 'first start':
    case 'first start beside others':
      return startFirst(run);
    default:
      return unknownWay(way);
  }
}

function asStated(mischief: Mischief, way: Way): Mischief {
  if (way === 'older rows') return inOlderRows(mischief);
  return way === 'weeks away' ? ofNewestDay(mischief) : mischief;
}

function unknownWay(way: never): never {
  throw new Error(`${String(way)} is no way in.`);
}

async function backfill(run: Run): Promise<void> {
  await run.moveOn();
  await load(run, 'load of stored days', STORED_SPAN);
  await load(run, 'load of new days', NEW_SPAN);
  await load(run, 'load up to today', upToToday(run));
}

/** The other sources have figures before it, and its history is loaded as soon as it is polled. */
async function startFirst(run: Run): Promise<void> {
  await run.moveTo(CAMPAIGN_START);
  await run.poll('first poll');
  await load(run, 'load of history');
  await run.moveOn();
  await run.poll('second poll');
}

async function load(run: Run, step: string, span?: HistorySpan): Promise<void> {
  await run.world().backfill(run.source, span);
  await run.look(step);
}

function upToToday({ campaign }: Run): HistorySpan {
  return { from: STORED_SPAN.from, to: isoDayOf(campaign.clock.service()) };
}

async function importFiles(run: Run): Promise<void> {
  await run.moveOn();
  for (const document of await filesOf(run.campaign, run.source, upToToday(run))) {
    await run.world().importFile(run.source, document);
    await run.look(`import of ${document.url}`);
  }
}

/** A poll of a market has no older rows, its history does. */
async function askForOlderRows(run: Run): Promise<void> {
  await run.moveOn();
  await run.poll('poll 1');
  if (run.world().source(run.source).cadence === 'tick') await load(run, 'load up to today', upToToday(run));
  // Four publications are missing by then, so that the ECB's file of 90 days is asked for.
  await run.moveTo(WEDNESDAY_EVENING);
  await run.poll('poll of Wednesday');
  await run.moveOn();
  await run.poll('poll after it');
}

async function pollOn(run: Run): Promise<void> {
  for (const count of [1, 2, 3]) {
    await run.moveOn();
    await run.poll(`poll ${count}`);
  }
  for (const instant of DAYS_WRONG) {
    await run.moveTo(instant);
    await run.poll(`poll of ${isoDayOf(instant)}`);
    await run.moveOn();
    await run.poll(`second poll of ${isoDayOf(instant)}`);
  }
}

/** The service was off for some days and starts: it polls, and loads history four seconds later. */
async function comeBack(run: Run, instant: Date): Promise<void> {
  const { campaign } = run;
  campaign.clock.moveTo(instant);
  await run.start();
  await run.moveTo(instant);
  await run.look('start');
  await run.poll('first poll');
  await load(run, 'load of history');
  await run.moveOn();
  await run.poll('second poll');
  await run.moveOn();
  await run.poll('third poll');
}

/** At most twelve polls, of several days; then the process ends and starts again, and loads history as it does each day. */
async function recover(run: Run, way: Way): Promise<void> {
  const { campaign } = run;
  for (let count = 1; count <= FIRST_POLLS_WELL; count += 1) {
    await run.moveOn();
    await run.poll(`well, poll ${count}`);
  }
  const isLater = campaign.clock.service() > WEEKS_LATER;
  const all = isLater ? DAYS_WELL_LATER : DAYS_WELL;
  const days = all.filter((instant) => instant > campaign.clock.service());
  for (const [index, instant] of days.entries()) {
    await run.moveTo(instant);
    await run.poll(`well, poll of ${isoDayOf(instant)}`);
    if (index < days.length - 3) continue;
    await run.moveOn();
    await run.poll(`well, second poll of ${isoDayOf(instant)}`);
  }
  if (way === 'first start') await haveDecided(run);
  run.noteEnd();
  await run.stop();
  await run.start();
  await run.look('restart');
  await run.moveOn();
  await run.poll('poll after restart');
  await load(run, 'load of history after restart');
}

/** An operator decides twice: about what polls brought, and about the history that is loaded then. */
async function haveDecided(run: Run): Promise<void> {
  for (const time of ['first', 'second']) {
    await run.decide();
    await load(run, `load of history after the ${time} decision`);
  }
  await run.decide();
  await run.moveOn();
  await run.poll('poll after the decisions');
}

/** A day that is written in the program. */
function day(text: string): IsoDay {
  return isoDayOf(new Date(`${text}T00:00:00Z`));
}
