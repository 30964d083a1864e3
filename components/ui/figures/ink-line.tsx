import { inkLine, LINE_BOX } from '#lib/format/rates/rates-line';

/** A course as a small line in ink, without words: the figures beside it say the same. Gaps are bridged faintly. */
export function InkLine({
  points,
  className,
}: {
  /** At even distances; null where nothing is known. */
  readonly points: readonly (number | null)[];
  /** Its size and place. */
  readonly className: string;
}) {
  const line = inkLine(points);
  return (
    <svg
      viewBox={`0 0 ${LINE_BOX.width} ${LINE_BOX.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`overflow-visible ${className}`}
      fill="none"
      stroke="var(--color-text-soft)"
      strokeWidth="1.25"
      strokeLinejoin="round"
    >
      {line && line.bridges !== '' && (
        <path d={line.bridges} vectorEffect="non-scaling-stroke" opacity="0.4" />
      )}
      {line && <path d={line.solid} vectorEffect="non-scaling-stroke" />}
    </svg>
  );
}
