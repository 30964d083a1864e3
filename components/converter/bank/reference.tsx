import { useServed } from '#components/frame/page-root';
import { useNow } from '#lib/client/browser/now';
import type { ConversionWithProvenance } from '#lib/contract/responses';
import { MINUTE_MS } from '#lib/domain/durations';
import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { referenceText } from '#lib/format/bank/reference-text';
import { dayText } from '#lib/format/instants';
import { ageText } from '#lib/format/sources/ages';

/** What the costs are measured by: the shown rate, its source and its age, or the past day that it is of. */
export function Reference({
  conversion,
  date,
  kept,
}: {
  readonly conversion: ConversionWithProvenance;
  readonly date: IsoDay | null;
  /** Where the lines are kept. */
  readonly kept: string;
}) {
  const { clock } = useServed();
  const now = useNow(MINUTE_MS, clock.servedAtMs) + clock.offsetMs;
  const { age } = conversion.provenance;
  const old = age === 'law' ? '' : `, ${ageText(now - Date.parse(conversion.timestamp))} old`;
  const behind = age === 'late' || age === 'stale' ? ` and ${age}` : '';
  const when = date === null ? old + behind : `, the rate for ${dayText(startOfDay(date))}`;
  return (
    <p className="min-w-0 flex-1 basis-64 text-sm text-pretty text-text-muted">
      Against {referenceText(conversion)}
      {when}. <span className="print:hidden">{kept}</span>
    </p>
  );
}
