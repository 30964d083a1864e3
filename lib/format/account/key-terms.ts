import type { KeyLifetime, KeyOverlap, KeyRow } from '#lib/contract/account';
import { ageText } from '#lib/format/sources/ages';
import { dayText } from '#lib/format/instants';
import { countText } from './request-counts.ts';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';

/** Lifetimes of a new key as they are offered, in the order of the row. */
export const LIFETIME_CHOICES: readonly { readonly value: KeyLifetime; readonly text: string }[] = [
  { value: '30d', text: '30 days' },
  { value: '90d', text: '90 days' },
  { value: '365d', text: '1 year' },
  { value: 'none', text: 'Never' },
];

/** Overlaps of a rotation as they are offered, in the order of the row. */
export const OVERLAP_CHOICES: readonly { readonly value: KeyOverlap; readonly text: string }[] = [
  { value: 'now', text: 'At once' },
  { value: '1h', text: '1 hour' },
  { value: '24h', text: '24 hours' },
  { value: '7d', text: '7 days' },
];

const LIFETIME_DAYS: Readonly<Record<KeyLifetime, number | null>> = {
  none: null,
  '30d': 30,
  '90d': 90,
  '365d': 365,
};

const OVERLAP_SENTENCES: Readonly<Record<KeyOverlap, string>> = {
  now: 'The old key is refused within 2 seconds.',
  '1h': 'Both keys work for one hour.',
  '24h': 'Both keys work for 24 hours.',
  '7d': 'Both keys work for 7 days.',
};

/** When a key of a lifetime ends that is made at `nowMs`: `Ends on 12 Jul 2026.` */
export function lifetimeSentence(lifetime: KeyLifetime, nowMs: number): string {
  const days = LIFETIME_DAYS[lifetime];
  if (days === null) return 'It works until you revoke it.';
  return `Ends on ${dayText(new Date(nowMs + days * DAY_MS))}.`;
}

/** What becomes of the old key. */
export function overlapSentence(overlap: KeyOverlap): string {
  return OVERLAP_SENTENCES[overlap];
}

/** A limit of its own in a few words; null where the key has the server's. */
export function limitText(limitPerMinute: number | null): string | null {
  if (limitPerMinute === null) return null;
  return limitPerMinute === 0 ? 'no limit' : `${countText(limitPerMinute)} a minute`;
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
  return `${when}, ${today === 1 ? 'once' : `${countText(today)} times`} today.`;
}
