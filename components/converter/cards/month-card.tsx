import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import {
  type ComponentProps,
  type RefObject,
  startTransition,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useServed } from '#components/frame/page-root';
import { Card } from '#components/ui/card';
import { Change } from '#components/ui/figures/change';
import { InlineFigure } from '#components/ui/figures/figure';
import { Skeleton } from '#components/ui/skeleton';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { troubleOf } from '#lib/client/asking/ask-failure';
import { ratesSeriesQuery } from '#lib/client/rates/rates-queries';
import { plainFigure, rateParts } from '#lib/format/numbers/figures';
import { weekdayText } from '#lib/format/instants';
import { monthCourse } from '#lib/format/charts/month-course';
import { type MonthFigures, monthFigures } from '#lib/format/charts/month-figures';
import type { ShownPair } from '#components/converter/model/shown-pair.ts';
import { sourceInText } from '#lib/format/sources/source-names';

/** The library of charts comes as code of its own, after everything else on the page. */
const MonthLine = lazyPart(() => import('./month-line.tsx'), 'MonthLine');

/** The pair's last thirty days as a line and in figures, and the way to its chart. */
export function MonthCard({ pair: { from, to, source } }: { readonly pair: ShownPair }) {
  const { transport } = useServed();
  const { data, error } = useQuery(ratesSeriesQuery(transport, { base: from, source }, [to]));
  const answer = data?.answer.ok ? data.answer.value : null;
  const series = answer?.series[to] ?? null;
  const course = answer && series ? monthCourse(answer.days, series) : null;
  const figures = course && monthFigures(course.days, course.points);
  const isLoading = data === undefined && troubleOf(error) === null;
  return (
    <Card
      title="30 days"
      name={`30 days of ${from}/${to}`}
      isBusy={isLoading}
      action={series && <Change percent={series.change.day30} />}
    >
      {course && figures && <MonthDrawing pair={`${from}/${to}`} figures={figures} points={course.points} />}
      {isLoading && <div className="h-22 border-b border-line" />}
      {figures || isLoading ? (
        <dl className="px-6 max-phone:px-4">
          <Figure name="Start" figure={figures?.first} />
          <Figure name="High" figure={figures?.high} />
          <Figure name="Low" figure={figures?.low} />
        </dl>
      ) : (
        <p className="px-6 py-6 text-pretty text-text-soft max-phone:px-4">
          {data === undefined
            ? 'The last days could not be loaded. They will appear as soon as the service answers.'
            : noLineText(series?.source ?? source, series !== null)}
        </p>
      )}
      <a
        href={`/charts/${from}/${to}?${figures ? `from=${figures.first.day}` : 'range=1m'}${source === null ? '' : `&sources=${source}`}`}
        className="flex h-11 items-center justify-between border-t border-line px-6 text-accent -outline-offset-2! hover:bg-hover max-phone:h-12 max-phone:px-4 print:hidden"
      >
        Open the chart
        <ArrowRight aria-hidden="true" className="size-4" />
      </a>
    </Card>
  );
}

/** The line, drawn when its place is about to be seen: on a phone it is far below, and its library is large. */
function MonthDrawing({
  pair,
  figures: { first, low, high },
  points,
}: {
  readonly pair: string;
  readonly figures: MonthFigures;
  readonly points: ComponentProps<typeof MonthLine>['points'];
}) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  return (
    <div
      ref={place}
      role="img"
      aria-label={`${pair} over 30 days, from ${plainFigure(first.rate)} on ${weekdayText(new Date(first.day))}, between ${plainFigure(low.rate)} and ${plainFigure(high.rate)}`}
      className="h-22 border-b border-line"
    >
      {isNear && (
        <Suspense>
          <div inert className="size-full">
            <MonthLine points={points} low={low.rate} high={high.rate} />
          </div>
        </Suspense>
      )}
    </div>
  );
}

/** Why there is no line. Without a current rate (`hasRate`) the service does not tell of the days before it here. */
function noLineText(source: string | null, hasRate: boolean): string {
  if (!hasRate) return 'There is no current rate. What is known of earlier days is in the chart.';
  return `Fewer than two of the last 30 days have a figure${source === null ? '' : ` of ${sourceInText(source)}`}, too few for a line. Nothing is carried forward.`;
}

/** The figure of a day; its place while it is on its way. */
function Figure({
  name,
  figure,
}: {
  readonly name: string;
  readonly figure: MonthFigures['first'] | undefined;
}) {
  return (
    <div className="flex h-8.5 items-center justify-between border-line not-last:border-b">
      <dt className="text-text-soft">{figure ? `${name}, ${weekdayText(new Date(figure.day))}` : name}</dt>
      <dd>{figure ? <InlineFigure parts={rateParts(figure.rate)} /> : <Skeleton width="8ch" />}</dd>
    </div>
  );
}

/** How far below or above the window a place may be, so that what belongs there is drawn before it is reached. */
const AHEAD = '50%';

/** Whether a place has been in the window or near it: what is dear to draw waits for that, and nothing that a visitor does waits for it. */
function useIsNear(place: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const watched = place.current;
    if (watched === null || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setIsNear(true));
      },
      { rootMargin: `${AHEAD} 0px` },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [place, isNear]);
  return isNear;
}
