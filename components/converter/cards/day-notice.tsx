import { Button } from '#components/ui/buttons/button';
import { NoticeRow } from '#components/ui/notices/notice-row';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';
import { capital, sourceInText } from '#lib/format/sources/source-names';

/** That all of the page is of a day that is over, of which day the rate is, and the way back. */
export function DayNotice({
  date,
  face,
  show,
}: Pick<ConverterState, 'face' | 'show'> & {
  /** The day. */
  readonly date: IsoDay;
}) {
  const conversion = face.kind === 'filled' ? face.conversion : null;
  const isEarlier = conversion !== null && isoDayOf(new Date(conversion.timestamp)) < date;
  return (
    <NoticeRow
      tone="info"
      title={`These are the rates of ${dayText(startOfDay(date))}.`}
      actions={
        <Button look="line" size="sm" onClick={() => show({ date: null })}>
          Show the current rate
        </Button>
      }
    >
      {isEarlier &&
        `${capital(sourceInText(conversion.source))} has no rate for that day. The latest earlier one, of ${dayText(new Date(conversion.timestamp))}, is shown.`}
    </NoticeRow>
  );
}
