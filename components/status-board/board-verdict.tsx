import { useState } from 'react';
import { SHAPE_INKS, type ShapeName, StateShape } from '#components/ui/state-shape';
import { SinceReceived } from '#components/ui/figures/ticking-time';
import { useNow } from '#lib/client/browser/now';
import { secondsUntil } from '#lib/format/sources/ages';
import { timeText } from '#lib/format/instants';
import { lastReportText } from '#lib/format/sources/status-words';
import { consequenceText, startingText, verdictText } from '#lib/format/sources/verdict-words';
import type { BoardState } from './use-board.ts';
import { SECOND_MS } from '#lib/domain/durations';

/** The state of everything in one sentence, when it was last asked for, and when it is next. */
export function BoardVerdict({ state }: { readonly state: BoardState }) {
  const { isStale, receivedAtMs, nextAskAtMs, isPaused, pause, askNow } = state;
  const now = useNow(SECOND_MS, receivedAtMs);
  const known = verdict(state);
  const { shape, title, sentence } = isStale ? staleVerdict(state, now) : known;
  const said = useChanged(known.title);
  return (
    <div className="flex items-start gap-3.5 pt-1 pb-5 max-phone:flex-wrap max-phone:gap-2.5 max-phone:px-4 max-phone:pb-4">
      <span className={`mt-0.5 flex-none ${SHAPE_INKS[shape]}`}>
        <StateShape shape={shape} className="size-7 max-phone:size-5.5" />
      </span>
      <div className="min-w-0 max-phone:flex-1">
        <h1 className="text-2xl font-semibold tracking-title text-balance max-phone:text-xl/6.5">{title}</h1>
        <p className="mt-0.5 max-w-[80ch] text-pretty text-text-soft">{sentence}</p>
      </div>
      <p
        aria-live="off"
        className="ml-auto flex-none pt-1.5 text-right text-sm whitespace-nowrap text-text-muted max-phone:ml-0 max-phone:basis-full max-phone:pt-0 max-phone:pl-8 max-phone:text-left print:hidden"
      >
        Refreshed <SinceReceived atMs={receivedAtMs} /> ago
        <span className="hidden max-phone:inline">. </span>
        <br className="max-phone:hidden" />
        {isPaused ? 'Paused' : isStale ? '' : `Next in ${secondsUntil(nextAskAtMs, now)} s`}{' '}
        <button
          type="button"
          onClick={isStale ? askNow : () => pause(!isPaused)}
          className="thumb-room rounded-control py-1 text-text-soft underline underline-offset-2 hover:text-text"
        >
          {isStale ? 'Try now' : isPaused ? 'Go on' : 'Pause'}
        </button>
      </p>
      <p role="status" className="sr-only">
        {isStale ? 'No newer report arrives. The last one is shown.' : said}
      </p>
    </div>
  );
}

/** A text once it is another one than the page began with, so that what was there from the start is not read out. */
function useChanged(text: string): string {
  const [heard, setHeard] = useState({ text, said: '' });
  if (text !== heard.text) setHeard({ text, said: text });
  return heard.said;
}

interface Verdict {
  readonly shape: ShapeName;
  readonly title: string;
  readonly sentence: string;
}

function verdict({ board }: BoardState): Verdict {
  const starting = startingText(board.sources);
  if (starting !== null) {
    return {
      shape: 'info',
      title: starting,
      sentence:
        'Until its first check a source is degraded while stored figures of it are served, and in outage while there are none.',
    };
  }
  return { shape: board.overall, title: verdictText(board), sentence: consequenceText(board.impact) };
}

/** Nothing is made up: what is below is old, and says so. `now` is the device's, in epoch milliseconds. */
function staleVerdict(
  { board, receivedAtMs, nextAskAtMs, isPaused, hasNetwork, trouble }: BoardState,
  now: number,
): Verdict {
  const again = !hasNetwork
    ? 'A new one is loaded as soon as the network is back.'
    : isPaused
      ? 'Refreshing is paused.'
      : `${trouble?.kind === 'limited' ? 'It goes on' : 'Trying again'} in ${secondsUntil(nextAskAtMs, now)} s.`;
  const why = hasNetwork ? whyStale(trouble) : 'You are offline.';
  return {
    shape: 'stale',
    title: lastReportText(now - receivedAtMs),
    sentence: `${why} Below is the state as of ${timeText(new Date(board.madeAt))}; it may have changed. ${again}`,
  };
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
