import { type KeyboardEvent, type PointerEvent, Suspense, useRef, useState } from 'react';
import { useNow } from '#lib/client/browser/now';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { sliderKey } from '#lib/client/browser/slider-keys';
import { useOutsideTap } from '#lib/client/browser/use-outside-tap';
import { USAGE_DAYS } from '#lib/contract/account';
import { weekdayText } from '#lib/format/instants';
import {
  type RequestDay,
  requestDays,
  requestDayText,
  requestsSummary,
} from '#lib/format/account/request-counts';
import { wholeText } from '#lib/format/numbers/number-text';
import { MINUTE_MS } from '#lib/domain/durations';

/** The library of charts comes as code of its own. */
const RequestChart = lazyPart(() => import('./request-chart.tsx'), 'RequestChart');

const WEEK_DAYS = 7;

/** Room of the figures of the axis, at the right of the bars. */
const AXIS_PX = 56;

const NO_REQUESTS: readonly number[] = Array.from({ length: USAGE_DAYS }, () => 0);

/** Requests by day as a bar chart: a sentence as its name, days by arrow keys or by pointing, and all of them as a list below. */
export function RequestsByDay({ counts }: { readonly counts: readonly number[] | undefined }) {
  const now = useNow(MINUTE_MS, 0);
  const [chosen, setChosen] = useState<number | null>(null);
  const bars = useRef<HTMLDivElement>(null);
  const leave = () => setChosen(null);
  useOutsideTap(bars, chosen !== null, leave);
  const days = requestDays(counts ?? NO_REQUESTS, now);
  const last = days.length - 1;
  const texts = counts === undefined ? [] : days.map(requestDayText);
  const move = (event: KeyboardEvent) => {
    const to = sliderKey(event.key, { at: chosen ?? last, first: 0, last, step: 1, page: WEEK_DAYS });
    if (to === null) return;
    event.preventDefault();
    setChosen(to);
  };
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const day = Math.floor(((clientX - left) / (width - AXIS_PX)) * days.length);
    setChosen(Math.min(Math.max(day, 0), last));
  };
  const place = <div className="h-42" />;
  return (
    <figure className="px-6 pt-4 pb-5 max-phone:px-4">
      <div
        ref={bars}
        role="slider"
        tabIndex={0}
        aria-label={counts === undefined ? 'Requests by day, loading' : requestsSummary(counts, now)}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={(chosen ?? last) + 1}
        aria-valuetext={texts[chosen ?? last] ?? ''}
        onKeyDown={move}
        onBlur={leave}
        onPointerDown={point}
        onPointerMove={point}
        // A finger that lifts leaves, too: its day stays until a tap elsewhere.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && leave()}
        onPointerCancel={leave}
        className="touch-pan-y"
      >
        {counts === undefined ? (
          place
        ) : (
          <Suspense fallback={place}>
            <div inert>
              <RequestChart counts={counts} chosen={chosen} axisPx={AXIS_PX} />
            </div>
          </Suspense>
        )}
      </div>
      <figcaption className="mt-1.5 flex justify-between gap-4 pr-14 text-xs text-text-muted">
        {chosen === null || counts === undefined ? (
          <>
            <span>{days[0] && weekdayText(days[0].day)}</span>
            <span>today</span>
          </>
        ) : (
          <span className="text-sm text-text">{texts[chosen]}</span>
        )}
      </figcaption>
      {counts === undefined ? (
        <p className="mt-3 text-sm text-text-muted">Figures by day</p>
      ) : (
        <DayList days={days} />
      )}
    </figure>
  );
}

/** The twin of the chart for whoever wants the figures. */
function DayList({ days }: { readonly days: readonly RequestDay[] }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer rounded-control text-text-soft hover:text-text">
        Figures by day
      </summary>
      <ol className="mt-2 columns-3 gap-8 max-lg:columns-2 max-phone:columns-1">
        {days.toReversed().map(({ day, count }) => (
          <li
            key={day.getTime()}
            className="flex justify-between gap-4 border-b border-line py-1 break-inside-avoid"
          >
            <time dateTime={day.toISOString().slice(0, 10)} className="text-text-soft">
              {weekdayText(day)}
            </time>
            <span>{wholeText(count)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
