import { LINE_BOX, linePath } from '#lib/format/rates-line';

/** The last month as a line in ink, without words: the changes beside it say the same in figures. */
export function Sparkline({ points }: { readonly points: readonly (number | null)[] }) {
  const path = linePath(points);
  return (
    <svg
      viewBox={`0 0 ${LINE_BOX.width} ${LINE_BOX.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="ml-auto h-7 w-24 overflow-visible max-lg:w-18 max-phone:w-14"
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
