import type { ComponentProps, KeyboardEvent } from 'react';
import { usePageKeys } from '#lib/client/browser/page-keys';
import { sliderKey } from '#lib/client/browser/slider-keys';

const FAST_STEP = 10;

/** The whole plot as a slider from point to point. */
export function PointSlider({
  at,
  last,
  text,
  pointAt,
  ...events
}: Omit<ComponentProps<'div'>, 'role'> & {
  readonly at: number;
  readonly last: number;
  readonly text: string;
  readonly pointAt: (row: number) => void;
}) {
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Point of the chart"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={at}
      aria-valuetext={text}
      onKeyDown={sliderKeys(at, last, pointAt)}
      className="absolute inset-0 cursor-crosshair focus-visible:-outline-offset-2"
      {...events}
    />
  );
}

/** The keys of a slider beside its arrows: to either end, and a twentieth of the way. */
function sliderKeys(index: number, last: number, pointAt: (row: number) => void) {
  return (event: KeyboardEvent) => {
    // These two are keys of the whole page.
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return;
    const page = Math.max(FAST_STEP, Math.round(last / 20));
    const row = sliderKey(event.key, { at: index, first: 0, last, step: 1, page });
    if (row === null) return;
    event.preventDefault();
    pointAt(row);
  };
}

/** The keys of the page that move from point to point of a plot, and leave it. */
export function usePointKeys({
  pointed,
  last,
  pointAt,
  leave,
}: {
  /** The row that is pointed at; null for none. */
  readonly pointed: number | null;
  readonly last: number;
  readonly pointAt: (row: number) => void;
  readonly leave: () => void;
}) {
  const move = ({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }) => {
    const by = (key === 'ArrowLeft' ? -1 : 1) * (shiftKey ? FAST_STEP : 1);
    pointAt((pointed ?? (by < 0 ? last + 1 : -1)) + by);
  };
  usePageKeys({ ArrowLeft: move, ArrowRight: move, Escape: leave });
}
