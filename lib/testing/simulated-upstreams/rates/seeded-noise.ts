/** What a seed and a name make of a place in time: numbers that look random and are the same each time. Pure. */
export interface SeededNoise {
  /** Uniform in [0, 1) for a name and a whole number. */
  readonly unit: (name: string, index: number) => number;
  /**
   * A path without walking it: the sum of smooth noise on lattices from about 40 seconds to about four years, weighted
   * so that it moves like prices do. Its difference over one day has a standard deviation of about 1.
   */
  readonly path: (name: string, days: number) => number;
}

/** The finest lattice has 2^11 knots a day, the coarsest one knot in 2^10 days. */
const FINEST_OCTAVE = -11;
const COARSEST_OCTAVE = 10;

/** What an octave of one day weighs; measured, so that daily differences come out as stated (seeded-noise.test.ts). */
const DAY_OCTAVE_WEIGHT = 0.45;

const UINT32_SPAN = 2 ** 32;

/** Uniform in [-1, 1] has a variance of one third. */
const UNIT_VARIANCE_SCALE = Math.sqrt(3);

/** One lattice of one name. */
interface Octave {
  readonly hash: number;
  readonly knotsPerDay: number;
  /** Knots of different lattices must not coincide: smooth noise stands still at a knot. */
  readonly offset: number;
  readonly weight: number;
}

/** Makes the noise of a seed, any whole number. */
export function createSeededNoise(seed: number): SeededNoise {
  const hashes = new Map<string, number>();
  const octaves = new Map<string, readonly Octave[]>();
  const hashOf = (name: string): number => {
    const known = hashes.get(name);
    if (known !== undefined) return known;
    let hash = mix(seed, name.length);
    for (let index = 0; index < name.length; index += 1) hash = mix(hash, name.charCodeAt(index));
    hashes.set(name, hash);
    return hash;
  };
  const octavesOf = (name: string): readonly Octave[] => {
    const known = octaves.get(name) ?? listOctaves(hashOf(name));
    octaves.set(name, known);
    return known;
  };
  return {
    unit: (name, index) => mix(hashOf(name), index) / UINT32_SPAN,
    path: (name, days) => {
      let sum = 0;
      for (const { hash, knotsPerDay, offset, weight } of octavesOf(name)) {
        sum += weight * smoothNoise(hash, days * knotsPerDay + offset);
      }
      return sum;
    },
  };
}

function listOctaves(hash: number): readonly Octave[] {
  const list: Octave[] = [];
  for (let octave = FINEST_OCTAVE; octave <= COARSEST_OCTAVE; octave += 1) {
    const periodDays = 2 ** octave;
    const own = mix(hash, octave);
    const weight = DAY_OCTAVE_WEIGHT * Math.sqrt(periodDays);
    list.push({ hash: own, knotsPerDay: 1 / periodDays, offset: own / UINT32_SPAN, weight });
  }
  return list;
}

function smoothNoise(hash: number, place: number): number {
  const knot = Math.floor(place);
  const part = place - knot;
  const weight = part * part * (3 - 2 * part);
  return knotHeight(hash, knot) * (1 - weight) + knotHeight(hash, knot + 1) * weight;
}

function knotHeight(hash: number, knot: number): number {
  return (mix(hash, knot) / UINT32_SPAN - 0.5) * 2 * UNIT_VARIANCE_SCALE;
}

/** Mixes two numbers into an unsigned 32-bit one; every bit of either changes about half of the result's. */
function mix(first: number, second: number): number {
  let hash = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(second + 0x7f4a7c15, 0xc2b2ae35);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  hash = Math.imul(hash, 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
