import { type PointerEvent, Suspense, useRef, useState } from 'react';
import { useNow } from '#lib/client/browser/now';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { sliderKey } from '#lib/client/browser/slider-keys';
import { useOutsideTap } from '#lib/client/browser/use-outside-tap';
import { useIsDrawable } from '#lib/client/browser/use-is-drawable';
import { USAGE_DAYS } from '#lib/contract/account';
import { weekdayText } from '#lib/format/instants';
import { axisTop, requestDays, requestDayText, requestsSummary } from '#lib/format/account/request-counts';
import { wholeText } from '#lib/format/numbers/number-text';
import { MINUTE_MS } from '#lib/domain/durations';

/** The library of charts comes as code of its own. */
const RequestChart = lazyPart(() => import('./request-chart.tsx'), 'RequestChart');

const WEEK_DAYS = 7;

/** Room of the figures of the axis, at the right of the bars. */
const AXIS_PX = 56;

/** Requests by day as a bar chart: a sentence as its name, days by arrow keys or by pointing, and all of them as a list below. */
export function RequestsByDay({ counts }: { readonly counts: readonly number[] | undefined }) {
  const now = useNow(MINUTE_MS, 0);
  const [chosen, setChosen] = useState<number | null>(null);
  const isDrawable = useIsDrawable();
  const known = counts ?? Array.from({ length: USAGE_DAYS }, () => 0);
  const days = requestDays(known, now);
  const top = axisTop(Math.max(...known));
  const shown = counts === undefined || chosen === null ? undefined : days[chosen];
  const bars = useRef<HTMLDivElement>(null);
  useOutsideTap(bars, chosen !== null, () => setChosen(null));
  const move = ({ key, preventDefault }: MovedBy) => {
    const last = days.length - 1;
    const to = sliderKey(key, { at: chosen ?? last, first: 0, last, step: 1, page: WEEK_DAYS });
    if (to === null) return;
    preventDefault();
    setChosen(to);
  };
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const day = Math.floor(((clientX - left) / (width - AXIS_PX)) * days.length);
    setChosen(Math.min(Math.max(day, 0), days.length - 1));
  };
  return (
    <figure className="px-6 pt-4 pb-5 max-phone:px-4">
      <div
        ref={bars}
        role="slider"
        tabIndex={0}
        aria-label={counts === undefined ? 'Requests by day, loading' : requestsSummary(known, now)}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={(chosen ?? days.length - 1) + 1}
        aria-valuetext={counts === undefined ? '' : textOf(days[chosen ?? days.length - 1])}
        onKeyDown={(event) => move({ key: event.key, preventDefault: () => event.preventDefault() })}
        onBlur={() => setChosen(null)}
        onPointerDown={point}
        onPointerMove={point}
        // A finger that lifts leaves, too: its day stays until a tap elsewhere.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setChosen(null)}
        onPointerCancel={() => setChosen(null)}
        className="touch-pan-y"
      >
        {counts === undefined || !isDrawable ? (
          <div className="h-42" />
        ) : (
          <Suspense fallback={<div className="h-42" />}>
            <div inert>
              <RequestChart counts={counts} top={top} chosen={chosen} axisPx={AXIS_PX} />
            </div>
          </Suspense>
        )}
      </div>
      <figcaption className="mt-1.5 flex justify-between gap-4 pr-14 text-xs text-text-muted">
        {shown === undefined ? (
          <>
            <span>{dayName(days[0])}</span>
            <span>today</span>
          </>
        ) : (
          <span className="text-sm text-text">{requestDayText(shown)}</span>
        )}
      </figcaption>
      <DayList days={days} isKnown={counts !== undefined} />
    </figure>
  );
}

interface MovedBy {
  readonly key: string;
  readonly preventDefault: () => void;
}

/** The twin of the chart for whoever wants the figures. */
function DayList({
  days,
  isKnown,
}: {
  readonly days: ReturnType<typeof requestDays>;
  readonly isKnown: boolean;
}) {
  if (!isKnown) return <p className="mt-3 text-sm text-text-muted">Figures by day</p>;
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer rounded-control text-text-soft hover:text-text">
        Figures by day
      </summary>
      <ol className="mt-2 columns-3 gap-8 max-lg:columns-2 max-phone:columns-1">
        {days.toReversed().map((day) => (
          <li
            key={day.day.getTime()}
            className="flex justify-between gap-4 border-b border-line py-1 break-inside-avoid"
          >
            <time dateTime={day.day.toISOString().slice(0, 10)} className="text-text-soft">
              {weekdayText(day.day)}
            </time>
            <span>{wholeText(day.count)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function textOf(day: ReturnType<typeof requestDays>[number] | undefined): string {
  return day === undefined ? '' : requestDayText(day);
}

function dayName(day: ReturnType<typeof requestDays>[number] | undefined): string {
  return day === undefined ? '' : weekdayText(day.day);
}
