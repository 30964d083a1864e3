import { type Environment, EnvironmentError } from '#lib/platform/environment';
import { fail, ok, type Result } from '#lib/domain/result';
import { listSources } from './registry.ts';
import type { ListedSource } from './source-facts.ts';

/** The sources that the operator enabled, in priority order; throws {@link EnvironmentError} on a wrong name. */
export function operatorSources({
  createSource,
  sources,
  sourcePriority: priority,
}: Pick<Environment, 'createSource' | 'sources' | 'sourcePriority'>): readonly ListedSource[] {
  const listed = listSources(createSource);
  const onByDefault = listed.filter(({ isOnByDefault }) => isOnByDefault).map(({ id }) => id);
  const enabled = enabledSources(listed, { sources: sources ?? onByDefault.join(','), priority });
  if (!enabled.ok) throw new EnvironmentError(enabled.error.sentence);
  return enabled.value;
}

/** The sources that pages show to anybody unless the operator says otherwise. */
export function officialSources({ createSource }: Pick<Environment, 'createSource'>): ReadonlySet<string> {
  const official = listSources(createSource).filter(({ isOfficial }) => isOfficial);
  return new Set(official.map(({ id }) => id));
}

/** What the operator wrote in SOURCES and SOURCE_PRIORITY. */
interface SourceWishes {
  readonly sources: string;
  readonly priority: string | undefined;
}

/** A wrong wish as one sentence that says what to do. */
interface WrongWish {
  readonly kind: 'wrong-wish';
  readonly sentence: string;
}

/** The enabled sources in priority order: those named (or every one), the named order of SOURCE_PRIORITY first. */
function enabledSources<Source extends { readonly id: string }>(
  available: readonly Source[],
  wishes: SourceWishes,
): Result<readonly Source[], WrongWish> {
  const ids: readonly string[] = available.map(({ id }) => id);
  const named = namesOf(wishes.sources);
  const wanted = named.length === 0 || named.includes('all') ? ids : named;
  const first = namesOf(wishes.priority);
  for (const [variable, names] of [
    ['SOURCES', wanted],
    ['SOURCE_PRIORITY', first],
  ] as const) {
    const unknown = names.find((name) => !ids.includes(name));
    if (unknown !== undefined) {
      const sentence = `${variable} names "${unknown}"; this version has ${ids.join(', ')}.`;
      return fail({ kind: 'wrong-wish', sentence });
    }
  }
  const rankOf = ({ id }: Source) =>
    first.includes(id) ? first.indexOf(id) : first.length + ids.indexOf(id);
  return ok(available.filter(({ id }) => wanted.includes(id)).toSorted((a, b) => rankOf(a) - rankOf(b)));
}

function namesOf(list: string | undefined): readonly string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
