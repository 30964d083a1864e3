import { type ReactNode, Suspense, useId } from 'react';
import { Skeleton } from '#components/ui/skeleton';
import { useIsDrawable } from '#lib/client/browser/use-is-drawable';
import type { ModelLine } from '#lib/format/charts/chart-model';
import { creditLine } from '#lib/format/rates/credit-line';

/** On a phone the plot comes first, and what it lacks below it: a long list would push it off the screen. */
const FIGURE_LOOK = 'max-phone:flex max-phone:flex-col';

const CAPTION_LOOK = 'border-t border-line px-6 py-3 max-phone:order-2 max-phone:px-4';

/** A plot and what is said about it: a line above, the range in a sentence, how to read it, and whose figures they are. */
export function ChartFigure({
  above,
  hasStrip,
  summary,
  note,
  lines,
  credits,
  children,
}: {
  readonly above: ReactNode;
  /** Whether the plot has a strip below it. */
  readonly hasStrip: boolean;
  readonly summary: string;
  readonly note: string | null;
  readonly lines: readonly ModelLine[];
  readonly credits: Readonly<Record<string, string>>;
  /** The plot, which is drawn by browsers only. */
  readonly children: ReactNode;
}) {
  const summaryId = useId();
  const isDrawable = useIsDrawable();
  const place = <PlotSkeleton hasStrip={hasStrip} />;
  return (
    <figure aria-labelledby={summaryId} className={FIGURE_LOOK}>
      <AbovePlot>{above}</AbovePlot>
      {isDrawable ? <Suspense fallback={place}>{children}</Suspense> : place}
      <figcaption className={`${CAPTION_LOOK} text-pretty text-text-soft`}>
        <p id={summaryId}>{summary}</p>
        {note !== null && <p className="mt-1 text-sm">{note}</p>}
        <p className="mt-1 text-xs text-text-muted">
          {creditLine(
            credits,
            lines.map(({ source }) => source),
          )}
        </p>
      </figcaption>
    </figure>
  );
}

/** The place of a plot and of what is said about it, while they are on their way. */
export function FigurePlace({ hasStrip }: { readonly hasStrip: boolean }) {
  return (
    <div className={FIGURE_LOOK}>
      <AbovePlot />
      <PlotSkeleton text="Reading the history" hasStrip={hasStrip} />
      <p className={CAPTION_LOOK}>
        <Skeleton width="72ch" />
        <br />
        <Skeleton width="18ch" />
      </p>
    </div>
  );
}

/** The place of the plot and its strip while they are on their way: the grid and nothing else. */
export function PlotSkeleton({
  text,
  hasStrip = true,
}: {
  readonly text?: string;
  readonly hasStrip?: boolean;
}) {
  return (
    <div aria-hidden={text === undefined}>
      <div className="relative h-100 pt-5 pr-16 pb-7 pl-4 max-xl:h-90 max-phone:h-75">
        <div className="flex h-full flex-col justify-between">
          {Array.from({ length: 6 }, (_, line) => (
            <span key={line} className="h-px bg-(--color-grid) last:bg-line-strong" />
          ))}
        </div>
        {text !== undefined && (
          <p className="absolute top-1/2 left-4 -translate-y-1/2 bg-surface pr-2 text-sm text-text-soft">
            {text}
          </p>
        )}
      </div>
      {hasStrip && (
        <div className="mt-1 h-18 pr-16 pl-4 print:hidden">
          <div className="h-13 bg-sunken" />
        </div>
      )}
    </div>
  );
}

/** What stands above a plot; its place is kept where there is nothing. */
function AbovePlot({ children }: { readonly children?: ReactNode }) {
  return (
    <p
      className="min-h-7 px-6 pt-2 text-xs/4 text-pretty text-text-muted max-phone:order-1 max-phone:px-4 max-phone:pb-2"
      data-gaps
    >
      {children}
    </p>
  );
}
