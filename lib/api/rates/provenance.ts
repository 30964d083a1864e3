import type { Provenance } from '#lib/contract/responses';
import type { FoundRate, Leg } from '#lib/domain/rates/strict-rate';

/** How a found rate was made, in the contract's words. */
export function provenanceOf({ legs, stale }: FoundRate): Provenance {
  return { kind: kindOf(legs), age: ageOf(legs, stale), legs: legs.map(legOf) };
}

function kindOf(legs: readonly Leg[]): Provenance['kind'] {
  const [only] = legs;
  if (!only) return 'identity';
  if (legs.length > 1) return 'cross';
  return only.inverted ? 'inverse' : 'direct';
}

/** The worst age of the legs; a currency against itself has no leg but may still rest on a stale publication. */
function ageOf(legs: readonly Leg[], stale: boolean): Provenance['age'] {
  if (stale) return 'stale';
  if (legs.some(({ age }) => age === 'late')) return 'late';
  return legs.length > 0 && legs.every(({ age }) => age === 'law') ? 'law' : 'fresh';
}

function legOf({
  source,
  base,
  quote,
  figure,
  inverted,
  observedAt,
  age,
  act,
  document,
}: Leg): Provenance['legs'][number] {
  return {
    source,
    base,
    quote,
    figure,
    inverted,
    observedAt: observedAt.toISOString(),
    // A figure past its hard limit is never served, so no leg is older than stale.
    age: age === 'expired' ? 'stale' : age,
    firstSeenAt: document?.firstSeenAt.toISOString() ?? null,
    act,
    document: document ? { url: document.url, sha256: document.sha256 } : null,
  };
}
