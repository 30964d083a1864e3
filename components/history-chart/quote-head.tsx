import { ArrowRightLeft, ArrowUpDown, ChevronDown, Link2 } from 'lucide-react';
import { Suspense } from 'react';
import { useSourceNotes } from '#components/frame/source-notes';
import { Button, ButtonLink } from '#components/ui/buttons/button';
import { Change } from '#components/ui/figures/change';
import { InlineFigure } from '#components/ui/figures/figure';
import { Skeleton } from '#components/ui/skeleton';
import { Age, type PageClock } from '#components/ui/figures/ticking-time';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { changePercentOf } from '#lib/domain/series/range-figures';
import { chartDate } from '#lib/format/charts/chart-dates';
import { figureWords } from '#lib/format/charts/chart-gap-text';
import { rateMovement } from '#lib/format/charts/chart-numbers';
import { rateParts } from '#lib/format/numbers/figures';
import { UNKNOWN_SOURCE } from '#lib/format/sources/source-notes';
import type { ChartParts, ChartState } from './use-chart.ts';
import { StateShape } from '#components/ui/state-shape';
import type { LineStanding } from '#lib/client/history/line-standing';
import type { SourceId } from '#lib/domain/source-id';
import { instantText, weekdayText } from '#lib/format/instants';
import { reasonText } from '#lib/format/rates/no-rate-reasons';
import { closedText } from '#lib/format/sources/market-words';
import { capital, sourceInText } from '#lib/format/sources/source-names';

/** In the page from the start, and alive as soon as its code is there. */
const FavouriteStar = lazyPart(() => import('#components/ui/buttons/favourite-star'), 'FavouriteStar');

/** A phone has room for the icon of an action beside the pair; its name is still read out. */
const LINK_NAME = 'max-phone:sr-only';

/** What one unit of base costs now, how that moved since the publication before, and where it comes from. */
export function QuoteHead({
  state,
  clock,
  onSwap,
  onPick,
  onMessage,
}: ChartParts & {
  readonly clock: PageClock;
  readonly onSwap: () => void;
  readonly onPick: () => void;
}) {
  const { view, standing, lines, newest, face } = state;
  const source = lines[0]?.source;
  const last = newest?.rates.at(-1);
  const missing =
    face.kind === 'loading' ? <Skeleton width="6ch" /> : <span className="text-text-muted">–</span>;
  const share = () => {
    void navigator.clipboard?.writeText(window.location.href).then(
      () => onMessage('The address of this view is copied.'),
      () => undefined,
    );
  };
  return (
    <div className="relative mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 max-phone:mx-4 max-phone:mb-4">
      <div className="flex min-w-0 flex-wrap items-end gap-x-6 gap-y-2 phone:flex-1 max-phone:gap-x-4 max-phone:gap-y-1">
        <div>
          <div className="flex items-center gap-1">
            <h1 className="text-lg font-semibold tracking-title">
              <button
                type="button"
                aria-haspopup="dialog"
                title="Choose another pair (/)"
                onClick={onPick}
                className="-ml-1.5 inline-flex items-center gap-1 rounded-control px-1.5 py-0.5 hover:bg-hover max-phone:min-h-10"
              >
                {view.base}/{view.quote}
                <ChevronDown aria-hidden="true" className="size-4 text-text-muted print:hidden" />
              </button>
            </h1>
            <Button
              look="ghost"
              size="icon"
              className="print:hidden"
              aria-label="Swap direction"
              title="Swap direction (x)"
              onClick={onSwap}
            >
              <ArrowUpDown aria-hidden="true" className="size-4" />
            </Button>
            <Suspense fallback={<span className="size-8 max-phone:size-10" />}>
              <FavouriteStar code={view.quote} />
            </Suspense>
          </div>
          <p className="text-[length:var(--text-figure-lg)]/[var(--text-figure-lg--line-height)] font-medium tracking-figure max-phone:text-[2rem]/9">
            {last === undefined ? missing : <InlineFigure parts={rateParts(last)} />}
          </p>
        </div>
        <Since state={state} clock={clock} />
        <div role="status" className="-mt-2 basis-full not-empty:mt-0 max-phone:-mt-1">
          {standing && source && state.trouble?.kind !== 'unreachable' && (
            <StandingNote standing={standing} source={source} pair={view} />
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-phone:absolute max-phone:top-0 max-phone:right-0 print:hidden">
        <ButtonLink
          look="line"
          href={`/convert/${view.base}/${view.quote}`}
          className="max-phone:size-10 max-phone:px-0"
        >
          <ArrowRightLeft aria-hidden="true" className="size-4" />
          <span className={LINK_NAME}>Convert</span>
        </ButtonLink>
        <Button look="line" onClick={share} className="max-phone:size-10 max-phone:px-0!">
          <Link2 aria-hidden="true" className="size-4" />
          <span className={LINK_NAME}>Copy link</span>
        </Button>
      </div>
    </div>
  );
}

/** A line of its own where there is no room beside the figure, in every face, so that nothing below it moves. */
const SINCE_LOOK = 'pb-1.5 text-sm text-text-muted max-lg:basis-full max-lg:pb-0';

const INKS = { up: 'text-up', down: 'text-down', flat: 'text-text-muted' } as const;

function Since({ state, clock }: { readonly state: ChartState; readonly clock: PageClock }) {
  const { newest, lines, face } = state;
  const lastMs = newest?.instantsMs.at(-1);
  const last = newest?.rates.at(-1);
  const source = lines[0]?.source;
  const notes = useSourceNotes();
  if (newest === null || lastMs === undefined || last === undefined || !source) {
    return <p className={SINCE_LOOK}>{face.kind === 'loading' ? <Skeleton width="26ch" /> : '\u00A0'}</p>;
  }
  const beforeMs = newest.instantsMs.at(-2);
  const before = newest.rates.at(-2);
  const moved = before !== undefined && rateMovement(last - before, last);
  return (
    <>
      {moved && (
        <p className="flex gap-3 pb-1.25 text-lg font-medium">
          <Change percent={changePercentOf(before, last)} />
          <span className={`whitespace-nowrap ${INKS[moved.direction]}`}>{moved.figure}</span>
        </p>
      )}
      <p className={SINCE_LOOK}>
        {beforeMs !== undefined && <>since {chartDate(beforeMs, 'weekday')} · </>}
        {figureWords(source, (notes.get(source) ?? UNKNOWN_SOURCE).rhythm, false)},{' '}
        <Age instant={new Date(lastMs).toISOString()} clock={clock} />
      </p>
    </>
  );
}

const LOOKS = {
  late: { shape: 'degraded', ink: 'text-degraded' },
  stale: { shape: 'stale', ink: 'text-stale' },
  held: { shape: 'stale', ink: 'text-stale' },
  closed: { shape: 'closed', ink: 'text-text-muted' },
  outage: { shape: 'outage', ink: 'text-outage' },
  missing: { shape: 'outage', ink: 'text-outage' },
} as const;

/** Beside a price that is not as new as it should be: whose it is, what is wrong, and where to read why. */
function StandingNote({
  standing,
  source,
  pair,
}: {
  readonly standing: LineStanding;
  readonly source: SourceId;
  readonly pair: { readonly base: string; readonly quote: string };
}) {
  const { shape, ink } = LOOKS[standing.kind];
  const isFixing = useSourceNotes().get(source)?.rhythm === 'fixing';
  return (
    <p className="flex items-start gap-2 text-sm text-pretty">
      <StateShape shape={shape} className={`mt-0.75 size-3.5 flex-none ${ink}`} />
      {standing.kind === 'closed' ? (
        <span>{closedText(standing.market)}.</span>
      ) : (
        <span>
          <b className="font-semibold">{capital(sourceInText(source))}</b>{' '}
          {standing.kind === 'missing' ? (
            <>
              has no current rate for {pair.base} to {pair.quote}:{' '}
              {reasonText(standing.reason, { from: pair.base, to: pair.quote })}.
            </>
          ) : (
            behindText(standing, isFixing)
          )}{' '}
          <a href="/status" className="text-accent underline decoration-accent-line underline-offset-3">
            Why
          </a>
        </span>
      )}
    </p>
  );
}

function behindText(
  { kind, observedAt }: Exclude<LineStanding, { readonly kind: 'missing' | 'closed' }>,
  isFixing: boolean,
): string {
  // Banks publish once a day, markets by the second.
  const at = isFixing ? weekdayText(new Date(observedAt)) : instantText(new Date(observedAt));
  if (kind === 'held') return `has a newer figure that is held for review; the one of ${at} is shown.`;
  if (kind === 'stale') {
    return `${isFixing ? 'has missed two publications' : 'has no newer quote'}; this figure is of ${at}.`;
  }
  return `is ${kind === 'late' ? 'late' : 'in outage'}; the figure of ${at} is shown.`;
}
