import type { Health } from '#lib/domain/health/source-health';
import type { StatusReport } from '#lib/contract/responses';
import type { BoardReport, BoardSource } from '#lib/contract/status-page';
import type { Impact } from '#lib/domain/health/impact';
import { numberWord } from '#lib/format/numbers/number-text';
import { ageText } from './ages.ts';
import { capital, listText, shortSourceName, sourceInText, sourceName } from './source-names.ts';

/** A source and how it is. */
type Standing = Pick<BoardSource, 'id' | 'status'>;

/** The same, and why its history is held. */
type BoardStanding = Standing & Pick<BoardSource, 'heldHistory'>;

/** What is not well, the worst first. */
const TROUBLES = ['outage', 'degraded'] as const;

/** The state of everything in one sentence, what fails first and by name: `The European Central Bank is in outage; eight of nine sources are operational.` */
export function verdictText({
  sources,
  services,
}: {
  readonly sources: readonly BoardStanding[];
  readonly services: BoardReport['services'];
}): string {
  const held = heldHistory(sources, sourceInText);
  const clauses = [
    sourcesClause(sources, held === null ? 'are operational' : 'answer'),
    ...partClauses(services),
  ];
  return `${[...clauses, ...(held === null ? [] : [`the history of ${held} is held`])].join('; ')}.`;
}

/** Whose history is held; null where none is. */
function heldHistory(sources: readonly BoardStanding[], nameOf: (id: string) => string): string | null {
  const ids = sources.filter(({ heldHistory: why }) => why !== null).map(({ id }) => id);
  return ids.length === 0 ? null : namesText(ids, sources.length, nameOf);
}

/** The sources that are polled and were not checked once, in the sentence with which a page begins; null once there is none. */
export function startingText(sources: readonly Pick<BoardSource, 'cadence' | 'checkedAt'>[]): string | null {
  const polled = sources.filter(({ cadence }) => cadence !== 'law');
  const unchecked = polled.filter(({ checkedAt }) => checkedAt === null).length;
  if (unchecked === 0) return null;
  if (polled.length === 1) return 'Starting: the one source has not been checked yet.';
  const counted =
    unchecked === polled.length
      ? everyText(unchecked).toLowerCase()
      : `${numberWord(unchecked)} of ${numberWord(polled.length)}`;
  return `Starting: ${counted} sources ${unchecked === 1 ? 'has' : 'have'} not been checked yet.`;
}

/** Sources that a title has room to name. */
const NAMED_MAX = 2;

/** The same for the title of a page, what is wrong first and by name: `European Central Bank in outage`. */
export function verdictTitle(sources: readonly BoardStanding[]): string {
  const [worst] = troublesIn(sources);
  if (worst === undefined) {
    const held = heldHistory(sources, sourceName);
    return held === null ? 'All sources operational' : `History of ${held} held`;
  }
  return `${capital(namesText(worst.ids, sources.length, sourceName))} ${STATE_WORDS[worst.state]}`;
}

/** The worst that is wrong now. */
export interface CurrentTrouble {
  readonly state: Exclude<Health, 'operational'>;
  /** What it is: `ECB`, `polling`, `5 sources`. */
  readonly name: string;
  /** How it is: `in outage`; `starting` while it was never checked. */
  readonly words: string;
}

/** What every page says of the service while something is wrong with it; null while nothing is. */
export function currentTrouble({
  sources,
  services,
}: Pick<StatusReport, 'sources' | 'services'>): CurrentTrouble | null {
  // What was checked took some time.
  const unchecked = sources.filter(({ status, latencyMs }) => status !== 'operational' && latencyMs === 0);
  if (unchecked.length > 0) {
    const ids = unchecked.map(({ source }) => source);
    const name = ids.length > NAMED_MAX ? `${ids.length} sources` : listText(ids.map(shortSourceName));
    return { state: 'degraded', words: 'starting', name };
  }
  const troubles = troublesIn(sources.map(({ source, status }) => ({ id: source, status })));
  for (const state of TROUBLES) {
    const words = STATE_WORDS[state];
    const ids = troubles.find((trouble) => trouble.state === state)?.ids ?? [];
    if (ids.length > NAMED_MAX) return { state, words, name: `${ids.length} sources` };
    if (ids.length > 0) return { state, words, name: listText(ids.map(shortSourceName)) };
    const part = services.find(({ status }) => status === state);
    if (part) return { state, words, name: PART_NAMES[part.service].replace(/^the /, '') };
  }
  return null;
}

/** Sources that are not well, the worst of them as a sentence: `The European Central Bank is in outage.`; null where there is none. */
export function troubleSentence(
  sources: readonly Pick<StatusReport['sources'][number], 'source' | 'status'>[],
): string | null {
  const [worst] = troublesIn(sources.map(({ source, status }) => ({ id: source, status })));
  if (worst === undefined) return null;
  const { ids, state } = worst;
  const names =
    ids.length <= NAMED_MAX ? listText(ids.map(sourceInText)) : `${numberWord(ids.length)} sources`;
  return `${capital(names)} ${ids.length === 1 ? 'is' : 'are'} ${STATE_WORDS[state]}.`;
}

/** The sources that are not well, by their states, the worst first. */
function troublesIn(sources: readonly Standing[]) {
  return TROUBLES.map((state) => ({ state, ids: idsIn(sources, state) })).filter(({ ids }) => ids.length > 0);
}

function idsIn(sources: readonly Standing[], state: Health): readonly string[] {
  return sources.filter(({ status }) => status === state).map(({ id }) => id);
}

/** Who they are; of many, how many of all. */
function namesText(ids: readonly string[], all: number, nameOf: (id: string) => string): string {
  return ids.length <= NAMED_MAX
    ? listText(ids.map(nameOf))
    : `${numberWord(ids.length)} of ${numberWord(all)} sources`;
}

/** `whenWell` is what all of them do where nothing is wrong. */
function sourcesClause(sources: readonly Standing[], whenWell: string): string {
  const all = sources.length;
  const well = idsIn(sources, 'operational').length;
  if (all === 1) return sources[0] ? `The one source is ${STATE_WORDS[sources[0].status]}` : '';
  if (well === all) return `${everyText(all)} sources ${whenWell}`;
  const failing = troublesIn(sources);
  if (failing[0]?.state === 'outage' && failing[0].ids.length === all)
    return `${everyText(all)} sources are in outage`;
  const isCounted = (failing[0]?.ids.length ?? 0) > NAMED_MAX;
  const clauses = failing.map(({ ids, state }, index) => {
    const names =
      index === 0 || ids.length <= NAMED_MAX ? namesText(ids, all, sourceInText) : numberWord(ids.length);
    return `${names} ${ids.length === 1 ? 'is' : 'are'} ${STATE_WORDS[state]}`;
  });
  const rest = `${numberWord(well)}${isCounted ? '' : ` of ${numberWord(all)} sources`} ${well === 1 ? 'is' : 'are'} operational`;
  return [capital(clauses.join(', ')), ...(well === 0 ? [] : [rest])].join('; ');
}

function everyText(count: number): string {
  return count === 2 ? 'Both' : `All ${numberWord(count)}`;
}

/** What else has to be known: `the database is in outage`. */
function partClauses(services: BoardReport['services']): readonly string[] {
  return services
    .filter(({ status }) => status !== 'operational')
    .map(({ service, status }) => `${PART_NAMES[service]} is ${STATE_WORDS[status]}`);
}

/** A part of the service within a sentence: `page rendering`; null for what is none. */
export function partInText(part: string): string | null {
  return new Map<string, string>(Object.entries(PART_NAMES)).get(part) ?? null;
}

const PART_NAMES: Readonly<Record<BoardReport['services'][number]['service'], string>> = {
  api: 'the API',
  database: 'the database',
  ingest: 'polling',
  pages: 'page rendering',
};

const STATE_WORDS: Readonly<Record<Health, string>> = {
  operational: 'operational',
  degraded: 'degraded',
  outage: 'in outage',
};

/** What faults mean for those who ask for rates, in numbers: `Four pairs have no rate. All others have a current one.` */
export function consequenceText(impact: Impact | null): string {
  if (impact === null) return 'The figures of every source are on time.';
  const { pairs, none, stale } = impact;
  if (pairs === 0) return 'What fails has given no figure yet, so no rate depends on it.';
  const instead = impact.instead.reduce((sum, { count }) => sum + count, 0);
  const said = [
    ...(none.count > 0 ? [`${pairsText(none.count)} no rate.`] : []),
    ...(stale.count > 0 ? [`${pairsText(stale.count)} only a stale rate.`] : []),
    ...(instead > 0 ? [`${pairsText(instead)} a rate of another source instead.`] : []),
  ];
  if (said.length === 0) return 'Every pair still has a current rate.';
  return [
    ...said,
    ...(none.count + stale.count + instead < pairs ? ['All others have a current one.'] : []),
  ].join(' ');
}

/** `Four pairs have`. */
function pairsText(count: number): string {
  return `${capital(numberWord(count))} ${count === 1 ? 'pair has' : 'pairs have'}`;
}

/** The title of a page that keeps itself current: the state, or how old the last report is. */
export function boardTitle(
  sources: readonly (BoardStanding & Pick<BoardSource, 'cadence' | 'checkedAt'>)[],
  staleMs: number | null,
): string {
  const state = startingText(sources) === null ? verdictTitle(sources) : 'Starting';
  const words = staleMs === null ? state : `Last report ${ageText(staleMs)} old`;
  return `${words} · Status · Crossrate`;
}

/** Those that fail before the others, else in their order. */
export function failingFirst<S extends Pick<BoardSource, 'status'>>(sources: readonly S[]): readonly S[] {
  return sources.toSorted((one, other) => STATE_RANKS[one.status] - STATE_RANKS[other.status]);
}

const STATE_RANKS: Readonly<Record<Health, number>> = { outage: 0, degraded: 1, operational: 2 };
