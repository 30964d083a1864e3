import type { Health } from '#lib/domain/health/source-health';
import type { StatusReport } from '#lib/contract/responses';
import type { BoardReport, BoardSource } from '#lib/contract/status-page';
import { ageText } from './ages.ts';
import { capital, listText, shortSourceName, sourceInText, sourceName } from './source-names.ts';

const NUMBERS = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** The state of everything in one sentence, what fails first and by name: `The European Central Bank is in outage; eight of nine sources are operational.` */
export function verdictText({
  sources,
  services,
}: {
  readonly sources: readonly Pick<BoardSource, 'id' | 'status'>[];
  readonly services: BoardReport['services'];
}): string {
  return `${[sourcesClause(sources), ...partClauses(services)].join('; ')}.`;
}

/** Sources that a title has room to name. */
const NAMED_MAX = 2;

/** The same for the title of a page, what is wrong first and by name: `European Central Bank in outage`. */
export function verdictTitle(sources: readonly Pick<BoardSource, 'id' | 'status'>[]): string {
  for (const state of ['outage', 'degraded'] as const) {
    const ids = sources.filter(({ status }) => status === state).map(({ id }) => id);
    if (ids.length > 0) return `${capital(namesText(ids, sources.length, sourceName))} ${STATE_WORDS[state]}`;
  }
  return 'All sources operational';
}

/** The worst that is wrong now. */
export interface CurrentTrouble {
  readonly state: Exclude<Health, 'operational'>;
  /** What it is: `ECB`, `polling`, `5 sources`. */
  readonly name: string;
  /** How it is: `in outage`. */
  readonly words: string;
}

/** What every page says of the service while something is wrong with it; null while nothing is. */
export function currentTrouble({
  sources,
  services,
}: Pick<StatusReport, 'sources' | 'services'>): CurrentTrouble | null {
  for (const state of ['outage', 'degraded'] as const) {
    const ids = sources.filter(({ status }) => status === state).map(({ source }) => source);
    const words = STATE_WORDS[state];
    if (ids.length > 0)
      return {
        state,
        words,
        name: ids.length <= NAMED_MAX ? listText(ids.map(shortSourceName)) : `${ids.length} sources`,
      };
    const part = services.find(({ status }) => status === state);
    if (part) return { state, words, name: PART_NAMES[part.service].replace(/^the /, '') };
  }
  return null;
}

/** Sources that are not well, the worst of them as a sentence: `The European Central Bank is in outage.`; null where there is none. */
export function troubleSentence(
  sources: readonly Pick<StatusReport['sources'][number], 'source' | 'status'>[],
): string | null {
  const worst = (['outage', 'degraded'] as const).find((state) =>
    sources.some(({ status }) => status === state),
  );
  if (worst === undefined) return null;
  const ids = sources.filter(({ status }) => status === worst).map(({ source }) => source);
  const names =
    ids.length <= NAMED_MAX ? listText(ids.map(sourceInText)) : `${numberText(ids.length)} sources`;
  return `${capital(names)} ${ids.length === 1 ? 'is' : 'are'} ${STATE_WORDS[worst]}.`;
}

/** Who they are; of many, how many of all. */
function namesText(ids: readonly string[], all: number, nameOf: (id: string) => string): string {
  return ids.length <= NAMED_MAX
    ? listText(ids.map(nameOf))
    : `${numberText(ids.length)} of ${numberText(all)} sources`;
}

function sourcesClause(sources: readonly Pick<BoardSource, 'id' | 'status'>[]): string {
  const all = sources.length;
  const well = countOf(sources, 'operational');
  if (all === 1) return sources[0] ? `The one source is ${STATE_WORDS[sources[0].status]}` : '';
  if (well === all) return `${everyText(all)} sources are operational`;
  if (countOf(sources, 'outage') === all) return `${everyText(all)} sources are in outage`;
  const failing = (['outage', 'degraded'] as const).flatMap((state) => {
    const ids = sources.filter(({ status }) => status === state).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ ids, words: STATE_WORDS[state] }];
  });
  const isCounted = (failing[0]?.ids.length ?? 0) > NAMED_MAX;
  const clauses = failing.map(({ ids, words }, index) => {
    const names =
      index === 0 || ids.length <= NAMED_MAX ? namesText(ids, all, sourceInText) : numberText(ids.length);
    return `${names} ${ids.length === 1 ? 'is' : 'are'} ${words}`;
  });
  const rest = `${numberText(well)}${isCounted ? '' : ` of ${numberText(all)} sources`} ${well === 1 ? 'is' : 'are'} operational`;
  return [capital(clauses.join(', ')), ...(well === 0 ? [] : [rest])].join('; ');
}

function everyText(count: number): string {
  return count === 2 ? 'Both' : `All ${numberText(count)}`;
}

/** What else has to be known: `the database is in outage`. */
function partClauses(services: BoardReport['services']): readonly string[] {
  return services
    .filter(({ status }) => status !== 'operational')
    .map(({ service, status }) => `${PART_NAMES[service]} is ${STATE_WORDS[status]}`);
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

/** What a fault means for whoever asks for rates. */
export function consequenceText(sources: readonly Pick<BoardSource, 'id' | 'status'>[]): string {
  const out = sources.filter(({ status }) => status === 'outage').map(({ id }) => id);
  if (out.length === sources.length) return 'No source has a figure that may be served as current.';
  const missing =
    out.length === 0 ? [] : [out.length === 1 ? `Its ${LAST_FIGURES}` : `Their ${LAST_FIGURES}`];
  const degraded = countOf(sources, 'degraded');
  if (degraded === 1) missing.push('The degraded one still answers with the figures it has.');
  if (degraded > 1) missing.push('The degraded ones still answer with the figures they have.');
  return missing.length === 0 ? 'The figures of every source are on time.' : missing.join(' ');
}

/** As the choice of a source in default mode does: late figures count as fresh ones, stale ones come last. */
const LAST_FIGURES =
  'last figures count while they are new enough; then another source answers where one has the pair. Where none has, the last figure stays, marked stale, and once it is too old there is no rate until newer figures come.';

/** The title of a page that keeps itself current: the state, or how old the last report is. */
export function boardTitle(
  sources: readonly Pick<BoardSource, 'id' | 'status'>[],
  staleMs: number | null,
): string {
  const words = staleMs === null ? verdictTitle(sources) : `Last report ${ageText(staleMs)} old`;
  return `${words} · Status · Crossrate`;
}

/** Those that fail before the others, else in their order. */
export function failingFirst<S extends Pick<BoardSource, 'status'>>(sources: readonly S[]): readonly S[] {
  return sources.toSorted((one, other) => STATE_RANKS[one.status] - STATE_RANKS[other.status]);
}

const STATE_RANKS: Readonly<Record<Health, number>> = { outage: 0, degraded: 1, operational: 2 };

function countOf(sources: readonly Pick<BoardSource, 'status'>[], state: Health): number {
  return sources.filter(({ status }) => status === state).length;
}

function numberText(count: number): string {
  return NUMBERS[count] ?? String(count);
}
