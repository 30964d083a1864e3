import type { PairComparison, Provenance } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';

/** What kind of rate people choose between: the quote of a market now, or the latest fixing of a bank. */
export type Cadence = 'live' | 'fixing';

/** Whose rate each of the two is, of a pair that has both. */
export type BothCadences = Readonly<Record<Cadence, SourceId>>;

/** The cookie that keeps the one that was chosen; a cookie, because the server draws its figure at once. */
export const CADENCE_COOKIE = 'crossrate-cadence';

/** Reads the cookie's value; null where nothing, or nothing sensible, was chosen. */
export function readCadence(value: string | null): Cadence | null {
  return value === 'live' || value === 'fixing' ? value : null;
}

type RatedSource = Pick<PairComparison['rates'][number], 'source'> & {
  readonly provenance: Pick<Provenance, 'age'>;
};

/** Of each kind the first source in priority whose rate is not stale, else the first; null where the pair has one kind only. */
export function bothCadences(
  rates: readonly RatedSource[],
  cadenceOf: (source: string) => Cadence | null,
): BothCadences | null {
  const firstOf = (cadence: Cadence) => {
    const all = rates.filter(({ source }) => cadenceOf(source) === cadence);
    return (all.find(({ provenance }) => provenance.age !== 'stale') ?? all[0])?.source;
  };
  const [live, fixing] = [firstOf('live'), firstOf('fixing')];
  return live !== undefined && fixing !== undefined ? { live, fixing } : null;
}
