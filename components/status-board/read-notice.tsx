import { NoticeRow } from '#components/ui/notices/notice-row';
import type { BoardReport } from '#lib/contract/status-page';
import { timeText } from '#lib/format/instants';

/** Days and incidents may be this much older than the states before it is said: they are read every ten seconds. */
const BEHIND_MS_MAX = 30_000;

/** Says that days and incidents are older than the states, or missing, because the database does not answer. */
export function ReadNotice({ board: { madeAt, readAt } }: { readonly board: BoardReport }) {
  if (readAt !== null && Date.parse(madeAt) - Date.parse(readAt) <= BEHIND_MS_MAX) return null;
  const title =
    readAt === null
      ? 'Days and incidents cannot be read right now.'
      : `Days and incidents are those of ${timeText(new Date(readAt))}.`;
  return (
    <NoticeRow tone="degraded" title={title}>
      The database does not answer. The states are current.
    </NoticeRow>
  );
}
