import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { type PolledSourceId, SIMULATED_SOURCES } from '#lib/testing/simulated-upstreams/faults/faults';
import { openCampaign } from './campaign.ts';
import { HOSTILE_ACTS, type Mischief, NO_MISCHIEF, SIMULATED_FAULTS } from './mischief.ts';
import { countsOf, countsTable, failureLines, type JudgedOutcome, runCampaign } from './report-campaign.ts';
import { FIRST_STARTS, isFirstStart, type Scenario, type Way, WAYS } from './scenario-run.ts';
import { someOf } from '#lib/testing/long-count';

/*
 * The whole campaign takes half an hour: CAMPAIGN=full. CAMPAIGN_SOURCES, CAMPAIGN_WAYS and CAMPAIGN_MISCHIEF (comma lists) leave the rest
 * out, so that several processes can share it; CAMPAIGN_REPORT names a file that every failure is added to as it is found.
 */
const { CAMPAIGN, CAMPAIGN_SOURCES, CAMPAIGN_MISCHIEF, CAMPAIGN_WAYS, CAMPAIGN_REPORT } = process.env;

const EVERYTHING = [NO_MISCHIEF, ...SIMULATED_FAULTS, ...HOSTILE_ACTS];

it(
  'serves no wrong figure through any way in, whatever a publisher does, and recovers by itself',
  { timeout: 3 * 3_600_000 },
  async () => {
    const scenarios = CAMPAIGN === 'full' ? wholeCampaign() : someOf(QUICK, 2);
    const campaign = await openCampaign([...new Set(scenarios.map(({ source }) => source))]);
    onTestFinished(campaign.close);
    const outcomes = await runCampaign(campaign, scenarios, (outcome) => report(failureLines(outcome)));
    const table = countsTable(outcomes);
    if (CAMPAIGN === 'full') process.stdout.write(`${table}\n`);
    report([table]);
    expect(outcomes.flatMap(failureLines)).toEqual([]);
    expect(countsOf(outcomes)).toMatchObject({
      scenarios: scenarios.length,
      wrong: 0,
      notRecovered: 0,
      withVanished: 0,
      falseAlarms: 0,
    });
    expect(outcomes.every(isCompared)).toBe(true);
  },
);

/** Every publisher with everything that it can do wrong by every way in. */
function wholeCampaign(): readonly Scenario[] {
  const isWanted = (list: string | undefined, name: string) => list?.split(',').includes(name) ?? true;
  const sources = SIMULATED_SOURCES.filter((id) => isWanted(CAMPAIGN_SOURCES, id));
  const ways = [...WAYS, ...FIRST_STARTS].filter((way) => isWanted(CAMPAIGN_WAYS, way));
  const mischief = EVERYTHING.filter(({ name }) => isWanted(CAMPAIGN_MISCHIEF, name));
  return sources
    .flatMap((source) => ways.flatMap((way) => mischief.map((each) => ({ source, way, mischief: each }))))
    .filter(isPossible);
}

/** Banks that publish often enough to say something three times before a scenario ends, and lies about newest figures. */
const DAILY_BANKS: readonly PolledSourceId[] = ['ecb', 'boe', 'boj'];
const FIRST_DAY_LIES: readonly string[] = [
  'times_100',
  'inverted',
  'digit_shifted',
  'all_times_10',
  'all_plus_12_percent',
  'one_times_10',
  'far_columns_swapped',
  'newest_inverted',
  'newest_times_10',
  'another_base_currency',
];

function isPossible({ source, way, mischief: { name, bend } }: Scenario): boolean {
  // One day alone, weeks after every other that is stored: nothing tells that it is another day's.
  if (way === 'weeks away' && bend?.day !== undefined) return false;
  // An exchange states prices without their time: those of weeks ago are believed, and the truth is a jump that waits for a witness.
  if (way === 'weeks away' && source === 'crypto-exchange' && name === 'stale') return false;
  return !isFirstStart(way) || (DAILY_BANKS.includes(source) && FIRST_DAY_LIES.includes(name));
}

/** What went wrong once, by each way in, and some of everything else. */
const QUICK: readonly Scenario[] = [
  quick('ecb', 'poll', 'times_100'),
  quick('ecb', 'poll', 'one_series_is_no_number'),
  quick('ecb', 'poll', 'none'),
  quick('ecb', 'poll', 'flipped_digit_in_an_older_day'),
  quick('ecb', 'away', 'inverted'),
  quick('ecb', 'away', 'far_columns_swapped'),
  quick('ecb', 'import', 'all_times_10'),
  quick('ecb', 'import', 'a_sunday_row'),
  quick('ecb', 'older rows', 'older_days_doubled'),
  quick('ecb', 'away', 'dropped_60'),
  quick('ecb', 'weeks away', 'all_plus_12_percent'),
  quick('ecb', 'weeks away', 'one_times_10'),
  quick('ecb', 'poll', 'one_pair_away_then_times_10'),
  quick('ecb', 'older rows', 'past_walk_of_9_percent_per_poll'),
  quick('boj', 'poll', 'cut'),
  quick('boj', 'away', 'all_plus_12_percent'),
  quick('boj', 'backfill', 'digit_shifted'),
  quick('boj', 'import', 'newest_inverted'),
  quick('boj', 'older rows', 'dates_a_day_ahead'),
  quick('crypto-exchange', 'poll', 'walk_of_9_percent_per_poll'),
  quick('crypto-exchange', 'away', 'times_100'),
  quick('crypto-exchange', 'backfill', 'inverted'),
  quick('crypto-exchange', 'import', 'wrong_date'),
  quick('ecb', 'first start', 'inverted'),
  quick('ecb', 'first start', 'one_times_10'),
  quick('boj', 'first start', 'times_100'),
  quick('ecb', 'first start beside others', 'far_columns_swapped'),
  quick('boe', 'first start beside others', 'all_times_10'),
];

function quick(source: PolledSourceId, way: Way, name: string): Scenario {
  const mischief = EVERYTHING.find((each): each is Mischief => each.name === name);
  if (!mischief) throw new Error(`${name} is no mischief.`);
  return { source, way, mischief };
}

/** A scenario that compares nothing shows nothing. */
function isCompared({ compared }: JudgedOutcome): boolean {
  return compared > 0;
}

function report(lines: readonly string[]): void {
  if (CAMPAIGN_REPORT === undefined || lines.length === 0) return;
  appendFileSync(CAMPAIGN_REPORT, `${lines.join('\n')}\n`);
}
