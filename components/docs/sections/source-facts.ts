import type { SourceId } from '#lib/domain/source-id';

/** The facts of a source that is enabled here, as plain values. */
export interface ServedSource {
  readonly id: SourceId;
  readonly name: string;
  readonly page: string | null;
  /** What it publishes, when, and since when, a sentence each. */
  readonly words: { readonly figures: string; readonly schedule: string };
  readonly timing: SourceTiming;
}

/** How often a source is asked and when its figures are no longer current, in milliseconds. */
export type SourceTiming =
  | { readonly kind: 'law' }
  | {
      readonly kind: 'fixing';
      readonly dueMs: number;
      readonly gapMs: number;
      readonly graceMs: number;
      readonly hardLimitMs: number;
    }
  | {
      readonly kind: 'tick';
      readonly intervalMs: number;
      readonly lateMs: number;
      readonly staleMs: number;
      readonly hardLimitMs: number;
    };
