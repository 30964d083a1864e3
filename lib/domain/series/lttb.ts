import type { SeriesFigures } from './historical-series.ts';

/**
 * The indices of at most `pointsMax` points that keep the form of a line: largest triangle, three buckets. The first and
 * the last point stay; of each bucket between them the point stays that spans the largest triangle with the point kept
 * before it and the mean of the next bucket. A series within `pointsMax` keeps every point.
 * Source: S. Steinarsson, "Downsampling Time Series for Visual Representation", University of Iceland, 2013.
 */
export function lttbIndices({ instantsMs, rates }: SeriesFigures, pointsMax: number): readonly number[] {
  const count = instantsMs.length;
  if (count <= pointsMax) return instantsMs.map((_, index) => index);
  if (pointsMax < 3) return pointsMax < 2 ? [count - 1] : [0, count - 1];
  const bucketSize = (count - 2) / (pointsMax - 2);
  const bucketStart = (bucket: number) => Math.min(1 + Math.floor(bucket * bucketSize), count - 1);
  const kept = [0];
  let before = 0;
  for (let bucket = 0; bucket < pointsMax - 2; bucket += 1) {
    const start = bucketStart(bucket);
    const end = bucketStart(bucket + 1);
    const next = meanPoint(
      instantsMs,
      rates,
      end,
      bucket === pointsMax - 3 ? count : bucketStart(bucket + 2),
    );
    before = largestTriangle({ instantsMs, rates }, { start, end }, before, next);
    kept.push(before);
  }
  kept.push(count - 1);
  return kept;
}

interface MeanPoint {
  readonly atMs: number;
  readonly rate: number;
}

function meanPoint(
  instantsMs: readonly number[],
  rates: readonly number[],
  start: number,
  end: number,
): MeanPoint {
  let atSum = 0;
  let rateSum = 0;
  for (let index = start; index < end; index += 1) {
    atSum += instantsMs[index] ?? 0;
    rateSum += rates[index] ?? 0;
  }
  const count = Math.max(1, end - start);
  return { atMs: atSum / count, rate: rateSum / count };
}

/** Twice the area decides as well as the area does. */
function largestTriangle(
  { instantsMs, rates }: SeriesFigures,
  { start, end }: { readonly start: number; readonly end: number },
  before: number,
  next: MeanPoint,
): number {
  const beforeAtMs = instantsMs[before] ?? 0;
  const beforeRate = rates[before] ?? 0;
  let largest = start;
  let largestArea = -1;
  for (let index = start; index < end; index += 1) {
    const area = Math.abs(
      (beforeAtMs - next.atMs) * ((rates[index] ?? 0) - beforeRate) -
        (beforeAtMs - (instantsMs[index] ?? 0)) * (next.rate - beforeRate),
    );
    if (area <= largestArea) continue;
    largestArea = area;
    largest = index;
  }
  return largest;
}
