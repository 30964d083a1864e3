import type { KeyLifetime, KeyRow } from '#lib/contract/account';
import { ageText } from '#lib/format/sources/ages';
import { dayText } from '#lib/format/instants';
import { wholeText } from '#lib/format/numbers/number-text';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/domain/durations';

/** Lifetimes of a new key as they are offered, in the order of the row; `days` is null for a key that never ends. */
export const LIFETIME_CHOICES = [
  { value: '30d', text: '30 days', days: 30 },
  { value: '90d', text: '90 days', days: 90 },
  { value: '365d', text: '1 year', days: 365 },
  { value: 'none', text: 'Never', days: null },
] as const;

/** Overlaps of a rotation as they are offered, in the order of the row, and what becomes of the old key. */
export const OVERLAP_CHOICES = [
  { value: 'now', text: 'At once', sentence: 'The old key is refused within 2 seconds.' },
  { value: '1h', text: '1 hour', sentence: 'Both keys work for one hour.' },
  { value: '24h', text: '24 hours', sentence: 'Both keys work for 24 hours.' },
  { value: '7d', text: '7 days', sentence: 'Both keys work for 7 days.' },
] as const;

/** When a key of a lifetime ends that is made at `nowMs`: `Ends on 12 Jul 2026.` */
export function lifetimeSentence(lifetime: KeyLifetime, nowMs: number): string {
  const days = LIFETIME_CHOICES.find(({ value }) => value === lifetime)?.days ?? null;
  if (days === null) return 'It works until you revoke it.';
  return `Ends on ${dayText(new Date(nowMs + days * DAY_MS))}.`;
}

/** A limit of its own in a few words; null where the key has the server's. */
export function limitText(limitPerMinute: number | null): string | null {
  if (limitPerMinute === null) return null;
  return limitPerMinute === 0 ? 'no limit' : `${wholeText(limitPerMinute)} a minute`;
}

/** How long ago something was used, to the minute: `just now`, `14 min ago`. */
export function usedText(ageMs: number): string {
  return ageMs < MINUTE_MS ? 'just now' : `${ageText(ageMs)} ago`;
}

/** What would stop with a key: `It was used 1 min ago, 6,140 times today.` */
export function lastUseSentence(
  { lastUsedAt, requests }: Pick<KeyRow, 'lastUsedAt' | 'requests'>,
  nowMs: number,
): string {
  if (lastUsedAt === null) return 'It has never been used.';
  const today = requests.at(-1) ?? 0;
  const when = `It was used ${usedText(nowMs - Date.parse(lastUsedAt))}`;
  if (today === 0) return `${when}.`;
  return `${when}, ${today === 1 ? 'once' : `${wholeText(today)} times`} today.`;
}

/** Time left in words, to the second within the last hour: `6 h 12 min`, `41 min 07 s`, `9 s`; never less than `0 s`. */
export function remainingText(remainingMs: number): string {
  const left = Math.max(0, remainingMs);
  if (left >= HOUR_MS || left < MINUTE_MS) return ageText(left);
  const seconds = Math.floor((left % MINUTE_MS) / SECOND_MS);
  return `${Math.floor(left / MINUTE_MS)} min ${String(seconds).padStart(2, '0')} s`;
}
