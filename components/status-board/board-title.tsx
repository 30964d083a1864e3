import { useNow } from '#lib/client/browser/now';
import { boardTitle } from '#lib/format/sources/verdict-words';
import type { BoardState } from './use-board.ts';
import { SECOND_MS } from '#lib/domain/durations';

/** The title of the newest report, for whoever looks at another tab meanwhile. */
export function BoardTitle({ state: { board, isStale, receivedAtMs } }: { readonly state: BoardState }) {
  const now = useNow(SECOND_MS, receivedAtMs);
  return <title>{boardTitle(board.sources, isStale ? now - receivedAtMs : null)}</title>;
}
