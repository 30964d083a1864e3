import { DUPLICATE_RULE } from './figure-rules.ts';
import type { Rejection } from '#lib/domain/rates/observation';

/**
 * Collects what one document says: an exact repetition counts once, two different figures under one identity are both
 * refused. `describe` says where and what a refused figure was.
 */
export function collectFigures<Row extends { readonly rate: string }, Kept extends { readonly rate: number }>(
  describe: (row: Row, figure: string) => string,
) {
  const accepted: Kept[] = [];
  const rejected: Rejection[] = [];
  const contradicted = new Set<Kept>();

  function refuse(rule: string, row: Row, figure: string = row.rate): void {
    rejected.push({ rule, detail: describe(row, figure) });
  }

  /** Keeps a figure under its identity: its place in `slots`. */
  function keep(slots: (Kept | undefined)[], place: number, figure: Kept, row: Row): void {
    const earlier = slots[place];
    if (earlier === undefined) {
      slots[place] = figure;
      accepted.push(figure);
    } else if (earlier.rate !== figure.rate) {
      if (!contradicted.has(earlier)) refuse(DUPLICATE_RULE, row, String(earlier.rate));
      refuse(DUPLICATE_RULE, row);
      contradicted.add(earlier);
    }
  }

  function result(): { readonly accepted: readonly Kept[]; readonly rejected: readonly Rejection[] } {
    if (contradicted.size === 0) return { accepted, rejected };
    return { accepted: accepted.filter((figure) => !contradicted.has(figure)), rejected };
  }

  return { refuse, keep, result };
}
