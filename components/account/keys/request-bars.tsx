import { barHeights } from '#lib/format/account/request-counts';

const HEIGHT_PX = 24;

/** Daily requests as bars, one a day; `most` is the highest bar of the table, so that rows can be compared. The words stand beside it. */
export function RequestBars({
  requests,
  most,
}: {
  readonly requests: readonly number[];
  readonly most: number;
}) {
  return (
    <span
      aria-hidden="true"
      className="flex flex-none items-end gap-px max-xl:hidden"
      style={{ height: HEIGHT_PX }}
    >
      {barHeights(requests, most, HEIGHT_PX).map((height, day) => (
        // A day has no other name than its place.
        <span key={day} className="w-[3px] bg-text-muted" style={{ height }} />
      ))}
    </span>
  );
}
