import { type ShapeName, StateShape } from '#components/ui/state-shape';
import { type PageClock, SinceReceived } from '#components/ui/figures/ticking-time';
import { useNow } from '#lib/client/browser/now';
import { secondsUntil } from '#lib/format/sources/ages';
import { timeText } from '#lib/format/instants';
import { lastReportText } from '#lib/format/sources/status-words';
import { consequenceText, verdictText } from '#lib/format/sources/verdict-words';
import { STATE_INKS } from './state-word.tsx';
import type { BoardState } from './use-board.ts';
import { SECOND_MS } from '#lib/domain/durations';

/** The state of everything in one sentence, when it was last asked for, and when it is next. */
export function BoardVerdict({ state, clock }: { readonly state: BoardState; readonly clock: PageClock }) {
  const { board, isStale } = state;
  const isUnchecked = board.readAt !== null && board.watchedSince === null;
  return (
    <div className="flex items-start gap-3.5 pt-1 pb-5 max-phone:flex-wrap max-phone:gap-2.5 max-phone:px-4 max-phone:pb-4">
      <Shape shape={isStale ? 'stale' : isUnchecked ? 'info' : board.overall} />
      <div className="min-w-0 max-phone:flex-1">
        {isStale ? <StaleWords state={state} /> : isUnchecked ? <UncheckedWords /> : <Words state={state} />}
      </div>
      <Live state={state} clock={clock} />
      <p role="status" className="sr-only">
        {isStale && 'Newer reports do not come. The last one is shown.'}
      </p>
    </div>
  );
}

const H1 = 'text-2xl font-semibold tracking-title text-balance max-phone:text-xl/6.5';
const SENTENCE = 'mt-0.5 max-w-[80ch] text-pretty text-text-soft';

function Words({ state: { board } }: { readonly state: BoardState }) {
  return (
    <>
      <h1 className={H1}>{verdictText(board)}</h1>
      <p className={SENTENCE}>{consequenceText(board.sources)}</p>
    </>
  );
}

function UncheckedWords() {
  return (
    <>
      <h1 className={H1}>No check has finished yet.</h1>
      <p className={SENTENCE}>Each source stays in outage until its first answer.</p>
    </>
  );
}

/** Nothing is made up: what is below is old, and says so. */
function StaleWords({ state }: { readonly state: BoardState }) {
  const { receivedAtMs, nextAskAtMs, isPaused, hasNetwork, trouble } = state;
  const now = useNow(SECOND_MS, receivedAtMs);
  const again = !hasNetwork
    ? 'A new one is asked for as soon as the network is back.'
    : isPaused
      ? 'Refreshing is paused.'
      : `${trouble?.kind === 'limited' ? 'It goes on' : 'Trying again'} in ${secondsUntil(nextAskAtMs, now)} s.`;
  return (
    <>
      <h1 className={H1}>{lastReportText(now - receivedAtMs)}</h1>
      <p className={SENTENCE}>
        {hasNetwork ? whyStale(trouble) : 'You are offline.'} Below is the state as of{' '}
        {timeText(new Date(state.board.madeAt))}; it may have changed. {again}
      </p>
    </>
  );
}

function whyStale(trouble: BoardState['trouble']): string {
  switch (trouble?.kind) {
    case 'limited':
      return 'Pages at your address asked for more reports than this service answers in a minute.';
    case 'fault':
    case 'refused':
      return 'The service answered with an error.';
    default:
      return 'Your network or this service does not answer.';
  }
}

function Live({ state, clock }: { readonly state: BoardState; readonly clock: PageClock }) {
  const { receivedAtMs, nextAskAtMs, isPaused, pause, askNow, isStale } = state;
  const now = useNow(SECOND_MS, clock.servedAtMs);
  return (
    <p
      aria-live="off"
      className="ml-auto flex-none pt-1.5 text-right text-sm whitespace-nowrap text-text-muted max-phone:ml-0 max-phone:basis-full max-phone:pt-0 max-phone:pl-8 max-phone:text-left print:hidden"
    >
      Refreshed <SinceReceived atMs={receivedAtMs} /> ago
      <span className="hidden max-phone:inline">. </span>
      <br className="max-phone:hidden" />
      {isPaused ? 'Paused' : isStale ? '' : `Next in ${secondsUntil(nextAskAtMs, now)} s`}{' '}
      {isStale ? (
        <TextButton onClick={askNow}>Try now</TextButton>
      ) : (
        <TextButton onClick={() => pause(!isPaused)}>{isPaused ? 'Go on' : 'Pause'}</TextButton>
      )}
    </p>
  );
}

function TextButton({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-control py-1 text-text-soft underline underline-offset-2 hover:text-text"
    >
      {children}
    </button>
  );
}

function Shape({ shape }: { readonly shape: ShapeName }) {
  return (
    <span className={`mt-0.5 flex-none ${INKS[shape]}`}>
      <StateShape shape={shape} className="size-7 max-phone:size-5.5" />
    </span>
  );
}

const INKS: Readonly<Record<ShapeName, string>> = {
  ...STATE_INKS,
  stale: 'text-stale',
  law: 'text-text-muted',
  info: 'text-text-muted',
};
