import type { SourceId } from '#lib/domain/source-id';
import { ageText } from '#lib/format/sources/ages';

/** The facts of a source that is enabled here. */
export type ServedSource = SourceTiming & {
  readonly id: SourceId;
  readonly name: string;
  /** The publisher's page for people, where there is one. */
  readonly page?: string;
  /** What it publishes, when, and since when, a sentence each. */
  readonly words: { readonly figures: string; readonly schedule: string };
};

/** How often a source is asked and when its figures are no longer current, in milliseconds; law is not asked for. */
type SourceTiming =
  | { readonly cadence?: undefined }
  | {
      readonly cadence: 'fixing';
      readonly polling: { readonly dueMs: number; readonly gapMs: number };
      readonly schedule: { readonly graceMs: number; readonly hardLimitMs: number };
    }
  | {
      readonly cadence: 'tick';
      readonly polling: { readonly intervalMs: number };
      readonly ages: { readonly lateMs: number; readonly staleMs: number; readonly hardLimitMs: number };
    };

/** How often a source is asked, in a sentence; nothing for law. */
export function askedText(source: ServedSource): string {
  switch (source.cadence) {
    case undefined:
      return '';
    case 'fixing':
      return `Asked every ${ageText(source.polling.dueMs)} while a publication is due, else every ${ageText(source.polling.gapMs)}.`;
    case 'tick':
      return `Asked every ${ageText(source.polling.intervalMs)}.`;
  }
}

/** The states of a figure that ages, in their order. */
export const AGE_STATES = ['Late', 'Stale', 'No longer served'] as const;

/** When figures of a source come into each of {@link AGE_STATES}. */
export function agesOf(source: ServedSource): readonly [late: string, stale: string, limit: string] {
  switch (source.cadence) {
    case undefined:
      return ['never', 'never', 'outside its days in force'];
    case 'fixing':
      return [
        `a publication is overdue by ${ageText(source.schedule.graceMs)}`,
        'two publications are missed',
        `after ${ageText(source.schedule.hardLimitMs)}`,
      ];
    case 'tick':
      return [
        `after ${ageText(source.ages.lateMs)}`,
        `after ${ageText(source.ages.staleMs)}`,
        `after ${ageText(source.ages.hardLimitMs)}`,
      ];
  }
}
