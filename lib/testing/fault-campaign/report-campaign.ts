import type { Campaign } from './campaign.ts';
import { NO_MISCHIEF, toleranceOf } from './mischief.ts';
import { runScenario } from './scenario.ts';
import type { Scenario, ScenarioOutcome } from './scenario-run.ts';

/** A scenario's outcome, beside that of the same steps without any mischief. */
export interface JudgedOutcome extends ScenarioOutcome {
  /** Pairs that are not served as they would be had nothing happened; before the restart and after it. */
  readonly missing: readonly MissingFigure[];
  readonly tookMs: number;
}

/** A pair that did not come back. */
export interface MissingFigure {
  readonly when: 'end' | 'restart';
  readonly pair: string;
  /** Rate and instant; null where nothing is served. */
  readonly served: string | null;
  readonly wanted: string;
}

/** Runs scenarios one after another; `onOutcome` hears of each. */
export async function runCampaign(
  campaign: Campaign,
  scenarios: readonly Scenario[],
  onOutcome: (outcome: JudgedOutcome) => void = () => {},
): Promise<readonly JudgedOutcome[]> {
  const controls = new Map<string, ScenarioOutcome>();
  // Every other way ends at the same instants, so that one scenario in health tells what is served then.
  const controlOf = async ({ source, way }: Scenario) => {
    const ofWay = way === 'weeks away' ? way : 'poll';
    const key = `${source} ${ofWay}`;
    const control =
      controls.get(key) ?? (await runScenario(campaign, { source, way: ofWay, mischief: NO_MISCHIEF }));
    controls.set(key, control);
    return control;
  };
  const outcomes: JudgedOutcome[] = [];
  for (const scenario of scenarios) {
    const control = await controlOf(scenario);
    const startMs = performance.now();
    const outcome = await runScenario(campaign, scenario);
    const judged = {
      ...outcome,
      // A lie that nobody could tell from a market was believed; the way back is a jump like any other, and waits for a witness.
      missing: isBelieved(scenario) ? [] : missingOf(outcome, control),
      tookMs: performance.now() - startMs,
    };
    outcomes.push(judged);
    onOutcome(judged);
  }
  return outcomes;
}

function isBelieved({ mischief, source }: Scenario): boolean {
  return toleranceOf(mischief, source) > 0 && mischief.mustRecover !== true;
}

function missingOf(outcome: ScenarioOutcome, control: ScenarioOutcome): readonly MissingFigure[] {
  return [
    ...lacking('end', outcome.servedAtEnd, control.servedAtEnd),
    ...lacking('restart', outcome.servedAfterRestart, control.servedAfterRestart),
  ];
}

function lacking(
  when: MissingFigure['when'],
  served: ScenarioOutcome['servedAtEnd'],
  wanted: ScenarioOutcome['servedAtEnd'],
): readonly MissingFigure[] {
  return [...wanted]
    .filter(([pair, figure]) => served.get(pair) !== figure)
    .map(([pair, figure]) => ({ when, pair, served: served.get(pair) ?? null, wanted: figure }));
}

/** The counts of a campaign. */
export interface CampaignCounts {
  readonly scenarios: number;
  readonly compared: number;
  readonly wrong: number;
  readonly scenariosWithWrong: number;
  readonly notRecovered: number;
  /** Scenarios in which a pair was said not to be published that is. */
  readonly withVanished: number;
  readonly thrown: number;
  /** Looks at publishers in health that found something held. */
  readonly falseAlarms: number;
}

export function countsOf(outcomes: readonly JudgedOutcome[]): CampaignCounts {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    scenarios: outcomes.length,
    compared: sum(outcomes.map(({ compared }) => compared)),
    wrong: sum(outcomes.map(({ wrongCount }) => wrongCount)),
    scenariosWithWrong: outcomes.filter(({ wrongCount }) => wrongCount > 0).length,
    withVanished: outcomes.filter(({ vanished }) => vanished.size > 0).length,
    notRecovered: outcomes.filter(({ missing }) => missing.length > 0).length,
    thrown: outcomes.filter(({ thrown }) => thrown !== null).length,
    falseAlarms: sum(outcomes.map((outcome) => outcome.falseAlarms)),
  };
}

/** One line per failure: source, mischief, way, step, place, pair, instant, served, truth. */
export function failureLines(outcome: JudgedOutcome): readonly string[] {
  const { source, mischief, way, wrong, missing, vanished, held, thrown } = outcome;
  const head = `${source} | ${mischief.name} | ${way}`;
  const lines: string[] = [];
  for (const [place, figures] of Map.groupBy(wrong, (figure) => figure.place)) {
    const [first] = figures;
    if (!first) continue;
    const { step, pair, at, served, truth } = first;
    const misdated = figures.filter(({ isMisdated }) => isMisdated).length;
    const flagged = figures.filter(({ isFlagged }) => isFlagged).length;
    lines.push(
      `WRONG | ${head} | ${step} | ${place} | ${pair} ${at} | served ${served}, truth ${truth ?? 'none'} | ` +
        `${figures.length} figures, ${misdated} of another day, ${flagged} flagged`,
    );
  }
  for (const [when, pairs] of Map.groupBy(missing, (figure) => figure.when)) {
    const [first] = pairs;
    if (!first) continue;
    lines.push(
      `NOT RECOVERED | ${head} | ${when} | | ${first.pair} | served ${first.served ?? 'nothing'}, wanted ${first.wanted} | ` +
        `${pairs.length} pairs, ${held} held`,
    );
  }
  const [gone] = vanished;
  if (gone)
    lines.push(`VANISHED | ${head} | ${gone[1]} | | ${gone[0]} | ${vanished.size} pairs, ${held} held`);
  if (thrown !== null) lines.push(`THROWN | ${head} | ${thrown.split('\n').slice(0, 4).join(' / ')}`);
  return lines;
}

/** One line per publisher with its counts, and one for all of them. */
export function countsTable(outcomes: readonly JudgedOutcome[]): string {
  const titles = [
    '',
    'scenarios',
    'comparisons',
    'wrong',
    'scenarios with wrong',
    'not recovered',
    'vanished',
    'thrown',
    'false alarms',
  ];
  const rows = [...Map.groupBy(outcomes, ({ source }) => source), ['all', outcomes] as const].map(
    ([name, own]) => {
      const counts = countsOf(own);
      const { scenarios, compared, wrong, scenariosWithWrong, notRecovered, withVanished, thrown } = counts;
      const shown = [scenarios, compared, wrong, scenariosWithWrong, notRecovered, withVanished, thrown];
      return [name, ...[...shown, counts.falseAlarms].map(String)];
    },
  );
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [titles, ...rows]
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}
