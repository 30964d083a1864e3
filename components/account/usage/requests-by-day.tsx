import { Suspense } from 'react';
import { useNow } from '#lib/client/browser/now';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { useDaySlider } from '#lib/client/browser/use-day-slider';
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

/** Room of the figures of the axis, at the right of the bars. */
const AXIS_PX = 56;

const NO_REQUESTS: readonly number[] = Array.from({ length: USAGE_DAYS }, () => 0);

/** Requests by day as a bar chart: a sentence as its name, days by arrow keys or by pointing, and all of them as a list below. */
export function RequestsByDay({ counts }: { readonly counts: readonly number[] | undefined }) {
  const now = useNow(MINUTE_MS, 0);
  const days = requestDays(counts ?? NO_REQUESTS, now);
  const { chosen, at, slider } = useDaySlider(days.length, AXIS_PX);
  const texts = counts === undefined ? [] : days.map(requestDayText);
  const place = <div className="h-42" />;
  return (
    <figure className="px-6 pt-4 pb-5 max-phone:px-4">
      <div
        {...slider}
        aria-label={counts === undefined ? 'Requests by day, loading' : requestsSummary(counts, now)}
        aria-valuetext={texts[at] ?? ''}
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
