import type { DocumentFacts } from '#lib/domain/rates/stored-source';
import type { SourceId } from '#lib/domain/source-id';

/** Where a stored figure came from. */
export interface FigureOrigin {
  /** The number of its document. */
  readonly bodyId: number;
  /** 1 for the figure that was there first, one more each time that it was replaced. */
  readonly revision: number;
}

/** A published figure that a point was made of: one unit of `base` costs `figure` units of `quote`. */
export interface PointLeg {
  readonly source: SourceId;
  readonly base: string;
  readonly quote: string;
  readonly figure: number;
  /** Whether the point's rate divides by the figure. */
  readonly inverted: boolean;
  readonly instantMs: number;
  /** Its document or the number of that; null of law. */
  readonly document: DocumentFacts | number | null;
  /** Null of law. */
  readonly revision: number | null;
  /** The act that fixes the figure; null where a source published it. */
  readonly act: string | null;
}
