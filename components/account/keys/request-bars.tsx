import { barHeights } from '#lib/format/account/request-counts';

const HEIGHT = 24;
const STEP = 4;

/** Daily requests as bars, one a day; `most` is the highest bar of the table, so that rows can be compared. The words stand beside it. */
export function RequestBars({
  requests,
  most,
}: {
  readonly requests: readonly number[];
  readonly most: number;
}) {
  return (
    <svg
      aria-hidden="true"
      width={requests.length * STEP - 1}
      height={HEIGHT}
      className="flex-none fill-text-muted max-xl:hidden"
      shapeRendering="crispEdges"
    >
      {barHeights(requests, most, HEIGHT).map((height, day) => (
        // A day has no other name than its place.
        <rect key={day} x={day * STEP} y={HEIGHT - height} width={STEP - 1} height={height} />
      ))}
    </svg>
  );
}
