import type { AuditKind } from '#lib/contract/account';
import { utcClock } from '#lib/format/day-text';
import { dayText } from '#lib/format/instants';

const KINDS: Readonly<Record<AuditKind, string>> = {
  created: 'Key created',
  renamed: 'Key renamed',
  rotated: 'Key rotated',
  revoked: 'Key revoked',
  limited: 'Requests limited',
  'seen-in-clear': 'Key sent unencrypted',
  'account-made': 'Account created',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'signed-out': 'Signed out',
  'sessions-ended': 'Sessions ended',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset',
  'second-factor-on': 'Second factor on',
  'second-factor-off': 'Second factor off',
  'second-factor-failed': 'Wrong code',
  'recovery-code-used': 'Recovery code used',
  'recovery-codes-made': 'Recovery codes created',
  exported: 'Account exported',
  'watch-added': 'Watch added',
  'watch-removed': 'Watch removed',
  'webhook-added': 'Webhook added',
  'webhook-removed': 'Webhook removed',
  'feed-link-made': 'Feed link made',
  'feed-link-revoked': 'Feed link revoked',
};

/** What happened, in two or three words. A kind that this page is too old to know is shown as it is named. */
export function auditKindText(kind: AuditKind): string {
  return KINDS[kind] ?? kind;
}

/** The UTC time of an event of today, the day of an older one: `16:18`, `13 Apr 2026`. */
export function auditShortText(at: Date, nowMs: number): string {
  const day = dayText(at);
  return day === dayText(new Date(nowMs)) ? utcClock(at, false) : day;
}
