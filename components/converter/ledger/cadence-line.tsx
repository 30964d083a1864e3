import { useServed } from '#components/frame/page-root';
import { useSourceNotes } from '#components/frame/source-notes';
import { Segment } from '#components/ui/fields/segment';
import { Age } from '#components/ui/figures/ticking-time';
import { Skeleton } from '#components/ui/skeleton';
import type { Cadence } from '#lib/client/rates/cadence';
import { useNow } from '#lib/client/browser/now';
import type { ConversionWithProvenance } from '#lib/contract/responses';
import { MINUTE_MS } from '#lib/domain/durations';
import type { SourceId } from '#lib/domain/source-id';
import { fixingWords, quoteWords } from '#lib/format/rates/cadence-words';
import { opensText } from '#lib/format/sources/market-words';
import { cadenceIn } from '#lib/format/sources/source-notes';

/** Under the rate of a pair that has both: the choice between a market's quote now and a bank's latest fixing, and which one this is. */
export function CadenceLine({
  shown,
  source,
  isUnsure,
  onChoose,
}: {
  /** Null while it is on its way. */
  readonly shown: ConversionWithProvenance | null;
  /** The source that is asked; null lets the service choose. */
  readonly source: SourceId | null;
  /** Without a network nobody can say whether a quote is still live. */
  readonly isUnsure: boolean;
  readonly onChoose: (cadence: Cadence) => void;
}) {
  const cadenceOf = cadenceIn(useSourceNotes());
  const asked = source ?? shown?.source;
  return (
    <div className="col-span-full flex items-center gap-3 bg-sunken px-(--ledger-edge) pb-2.5 text-sm text-text-soft max-phone:pb-2">
      <Segment
        look="note"
        legend="Market price or fixing"
        options={[
          { value: 'fixing', text: 'Fixing' },
          { value: 'live', text: 'Market' },
        ]}
        chosen={asked === undefined ? null : cadenceOf(asked)}
        onChoose={onChoose}
      />
      <span className="min-w-0 truncate">
        {shown === null ? (
          <Skeleton width="20ch" />
        ) : (
          <Words shown={shown} cadence={cadenceOf(shown.source)} isUnsure={isUnsure} />
        )}
      </span>
    </div>
  );
}

/** What the rate is, in words; its age comes last, so that nothing moves when it has a digit more. */
function Words({
  shown: { source, timestamp, provenance },
  cadence,
  isUnsure,
}: {
  readonly shown: ConversionWithProvenance;
  readonly cadence: Cadence | null;
  readonly isUnsure: boolean;
}) {
  const { clock } = useServed();
  const nowMs = useNow(MINUTE_MS, clock.servedAtMs) + clock.offsetMs;
  switch (cadence) {
    case 'fixing':
      return fixingWords(source, new Date(timestamp), nowMs);
    case 'live':
      if (provenance.market && !isUnsure) return `Market closed, ${opensText(provenance.market.opensAt)}`;
      return (
        <>
          {quoteWords(source, provenance.age !== 'stale' && !isUnsure)},{' '}
          <Age instant={timestamp} clock={clock} />
        </>
      );
    case null:
      return null;
  }
}
