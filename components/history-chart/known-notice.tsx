import { Button } from '#components/ui/buttons/button';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { chartDate } from '#lib/format/charts/chart-dates';

/** Above a chart of what was known on an earlier day. */
export function KnownNotice({ knownAt, onNow }: { readonly knownAt: IsoDay; readonly onNow: () => void }) {
  return (
    <NoticeRow
      tone="info"
      title={`As known on ${chartDate(startOfDay(knownAt).getTime(), 'long')}.`}
      actions={
        <Button look="line" size="sm" onClick={onNow}>
          Show what is known now
        </Button>
      }
    >
      The chart and its table show the history as this service knew it at the end of that day (UTC), before
      later figures and corrections. The rate above is the current one.
    </NoticeRow>
  );
}
