import { LINE_BOX, linePath } from '#lib/format/rates-line';

/** A course as a small line in ink, without words: the figures beside it say the same. Gaps are left open. */
export function InkLine({
  points,
  className,
}: {
  /** At even distances; null where nothing is known. */
  readonly points: readonly (number | null)[];
  /** Its size and place. */
  readonly className: string;
}) {
  const path = linePath(points);
  return (
    <svg
      viewBox={`0 0 ${LINE_BOX.width} ${LINE_BOX.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`overflow-visible ${className}`}
    >
      {path !== null && (
        <path
          d={path}
          fill="none"
          stroke="var(--color-text-soft)"
          strokeWidth="1.25"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
