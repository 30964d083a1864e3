import { chartDate } from './chart-dates.ts';
import { fixedText } from '#lib/format/numbers/number-text';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

/** A mark of an axis. */
export interface Tick {
  readonly value: number;
  readonly label: string;
}

/** The ends and the marks of a value axis. */
export interface ValueAxis {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly Tick[];
}

/** Room above the highest and below the lowest value, of their distance. */
const PADDING = 0.06;

/** A line that moves by less is level: no figure that a JSON number carries has more digits. */
const FLAT = 1e-9;

/** From this ratio of highest to lowest on, a logarithmic axis is marked in powers of ten. */
const WIDE_RATIO = 20;

/** An axis that holds all values, with about `count` round marks. */
export function valueAxis(values: readonly number[], count: number, scale: 'linear' | 'log'): ValueAxis {
  const { min, max } = paddedRange(values, scale);
  const steps =
    scale === 'log' && max / min >= WIDE_RATIO ? decadeTicks(min, max) : roundTicks(min, max, count);
  return { min, max, ticks: steps };
}

/** Values that all round to nought are drawn as a level line, between marks of one. */
const NOUGHT = 0.05;

/** An axis of values on either side of zero, which it always holds, with a true minus. */
export function signedAxis(values: readonly number[], count: number): ValueAxis {
  const isLevel = values.every((value) => Math.abs(value) < NOUGHT);
  const { ticks, ...ends } = valueAxis(isLevel ? [-1, 1] : [...values, 0], count, 'linear');
  return {
    ...ends,
    ticks: ticks.map(({ value, label }) => ({ value, label: label.replace('-', '\u2212') })),
  };
}

function paddedRange(
  values: readonly number[],
  scale: 'linear' | 'log',
): { readonly min: number; readonly max: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!Number.isFinite(low)) return { min: 0, max: 1 };
  if (high - low < FLAT * high) return { min: low * 0.99, max: high * 1.01 };
  if (scale === 'log') {
    const ratio = (high / low) ** PADDING;
    return { min: low / ratio, max: high * ratio };
  }
  const padding = (high - low) * PADDING;
  return { min: low - padding, max: high + padding };
}

function roundTicks(min: number, max: number, count: number): readonly Tick[] {
  const rough = (max - min) / Math.max(1, count);
  const exponent = Math.floor(Math.log10(rough));
  const lead = [1, 2, 2.5, 5].find((one) => one * 10 ** exponent >= rough) ?? 10;
  const step = lead * 10 ** exponent;
  // A quarter has a decimal more than the others, ten of a power one less.
  const decimals = Math.max(0, (lead === 2.5 ? 1 : lead === 10 ? -1 : 0) - exponent);
  const first = Math.ceil(min / step);
  const last = Math.floor(max / step);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const value = (first + index) * step;
    // A step below one is not exact in binary: a mark at an end may come out just beyond it.
    return { value: Math.min(max, Math.max(min, value)), label: fixedText(value, decimals) };
  });
}

function decadeTicks(min: number, max: number): readonly Tick[] {
  const ticks: Tick[] = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.log10(max); power += 1) {
    for (const lead of [1, 2, 5]) {
      const value = lead * 10 ** power;
      if (value >= min && value <= max) ticks.push({ value, label: fixedText(value, Math.max(0, -power)) });
    }
  }
  return ticks;
}

interface TimeUnit {
  readonly ms: number;
  readonly ticks: (fromMs: number, toMs: number) => readonly number[];
  readonly label: (atMs: number) => string;
}

/** Finest first; the first whose marks have room is taken. */
const UNITS: readonly TimeUnit[] = [
  ...[1, 3, 6, 12].map((hours) => ({
    ms: hours * HOUR_MS,
    ticks: everyMs(hours * HOUR_MS),
    label: (atMs: number) => (atMs % DAY_MS === 0 ? chartDate(atMs, 'short') : chartDate(atMs, 'time')),
  })),
  { ms: DAY_MS, ticks: everyMs(DAY_MS), label: (atMs) => chartDate(atMs, 'weekday') },
  { ms: 2 * DAY_MS, ticks: everyMs(2 * DAY_MS), label: (atMs) => chartDate(atMs, 'short') },
  { ms: 7 * DAY_MS, ticks: ofMonths(1, [1, 8, 15, 22]), label: dayOrMonth },
  { ms: 15 * DAY_MS, ticks: ofMonths(1, [1, 15]), label: dayOrMonth },
  ...[1, 2, 3, 6].map((months) => ({
    ms: months * 30 * DAY_MS,
    ticks: ofMonths(months, [1]),
    label: dayOrMonth,
  })),
  ...[1, 2, 5, 10].map((years) => ({
    ms: years * 365 * DAY_MS,
    ticks: ofMonths(12 * years, [1]),
    label: (atMs: number) => String(new Date(atMs).getUTCFullYear()),
  })),
];

const BARE_DAY = /^\d{1,2}$/;

/** Marks of a time axis (epoch milliseconds, UTC), at most `count` of them: hours, days, months or years. */
export function timeTicks(fromMs: number, toMs: number, count: number): readonly Tick[] {
  const unit = UNITS.find(({ ms }) => (toMs - fromMs) / ms <= count) ?? UNITS.at(-1);
  return (unit?.ticks(fromMs, toMs) ?? []).map((atMs, index) => {
    const label = unit?.label(atMs) ?? '';
    // A bare number says of which month only where a month stands before it.
    return { value: atMs, label: index === 0 && BARE_DAY.test(label) ? chartDate(atMs, 'short') : label };
  });
}

function everyMs(stepMs: number): TimeUnit['ticks'] {
  return (fromMs, toMs) => {
    const first = Math.ceil(fromMs / stepMs);
    return Array.from(
      { length: Math.max(0, Math.floor(toMs / stepMs) - first + 1) },
      (_, index) => (first + index) * stepMs,
    );
  };
}

function ofMonths(months: number, days: readonly number[]): TimeUnit['ticks'] {
  return (fromMs, toMs) => {
    const start = new Date(fromMs);
    const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
    const first = Math.floor(monthOf(start) / months) * months;
    const last = monthOf(new Date(toMs));
    const ticks: number[] = [];
    for (let month = first; month <= last; month += months) {
      for (const day of days) {
        const atMs = Date.UTC(Math.floor(month / 12), month % 12, day);
        if (atMs >= fromMs && atMs <= toMs) ticks.push(atMs);
      }
    }
    return ticks;
  };
}

/** The first of January bears its year, the first of another month its month, other days their number. */
function dayOrMonth(atMs: number): string {
  const date = new Date(atMs);
  if (date.getUTCDate() !== 1) return String(date.getUTCDate());
  return date.getUTCMonth() === 0 ? String(date.getUTCFullYear()) : chartDate(atMs, 'month');
}
