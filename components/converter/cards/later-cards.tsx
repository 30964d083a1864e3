import { type ComponentType, memo, type ReactNode, Suspense } from 'react';
import { lazyPart } from '#lib/client/browser/lazy-part';

const CARD = <div className="min-h-60 rounded-card border border-line bg-surface" aria-busy />;

const LINE = <div className="min-h-12 rounded-card border border-line bg-surface" aria-busy />;

/** Every source side by side. Like the others it is in the page from the start, and alive as soon as its code is there. */
export const LaterSourcesCard = later(
  lazyPart(() => import('./sources-card.tsx'), 'SourcesCard'),
  CARD,
);

/** The last 30 days. */
export const LaterMonthCard = later(
  lazyPart(() => import('./month-card.tsx'), 'MonthCard'),
  CARD,
);

/** The same amount in further currencies. */
export const LaterSameAmount = later(
  lazyPart(() => import('./same-amount.tsx'), 'SameAmount'),
  CARD,
);

/** What a bank costs: one line until it is wanted. */
export const LaterBankCard = later(
  lazyPart(() => import('#components/converter/bank/bank-card'), 'BankCard'),
  LINE,
);

/** Common amounts both ways: one line until they are wanted. */
export const LaterLadderCard = later(
  lazyPart(() => import('#components/converter/ladder/ladder-card'), 'LadderCard'),
  LINE,
);

/** Live rates or fixings: one line in the ledger. */
export const LaterCadenceLine = later(
  lazyPart(() => import('#components/converter/ledger/cadence-line'), 'CadenceLine'),
  <div className="col-span-full h-9.5 bg-sunken max-phone:h-12" aria-busy />,
);

/** What is said when there is no rate, which few visitors see. */
export const LaterNoRate = later(
  lazyPart(() => import('./no-rate-message.tsx'), 'NoRateMessage'),
  <div className="min-h-60" aria-busy />,
);

/** Of which day the page is, which only those who ask for a past one see. */
export const LaterDayNotice = later(
  lazyPart(() => import('./day-notice.tsx'), 'DayNotice'),
  null,
);

/** That a figure is behind its publisher's timetable. */
export const LaterAgeNotice = later(
  lazyPart(() => import('./age-notice.tsx'), 'AgeNotice'),
  null,
);

/** What crossed lately, which only those who are signed in see. */
export const LaterLatelyCrossed = later(
  lazyPart(() => import('#components/converter/lately-crossed'), 'LatelyCrossedNotice'),
  null,
);

/** What keeps the quote the one of now. */
export const LaterLiveQuote = later(
  lazyPart(() => import('#components/frame/live-quote'), 'LiveQuote'),
  null,
);

/** A part with what holds its place until its code is there; drawn anew only for other properties. */
function later<Props extends object>(Part: ComponentType<Props>, place: ReactNode) {
  return memo(function Later(props: Props) {
    return (
      <Suspense fallback={place}>
        <Part {...props} />
      </Suspense>
    );
  });
}
