import { fail, ok, type Result } from '#lib/domain/result';

/** What the operator wrote in SOURCES and SOURCE_PRIORITY. */
export interface SourceWishes {
  readonly sources: string;
  readonly priority: string | undefined;
}

/** A wrong wish as one sentence that says what to do. */
export interface WrongWish {
  readonly kind: 'wrong-wish';
  readonly sentence: string;
}

/** The enabled sources in priority order: those named (or every one), the named order of SOURCE_PRIORITY first. */
export function enabledSources<Source extends { readonly id: string }>(
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
