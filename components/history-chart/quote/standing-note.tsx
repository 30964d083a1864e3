import { useSourceNotes } from '#components/frame/source-notes';
import { StateShape } from '#components/ui/state-shape';
import type { LineStanding } from '#lib/client/history/line-standing';
import type { SourceId } from '#lib/domain/source-id';
import { instantText, weekdayText } from '#lib/format/instants';
import { reasonText } from '#lib/format/rates/no-rate-reasons';
import { capital, sourceInText } from '#lib/format/sources/source-names';

const LOOKS = {
  late: { shape: 'degraded', ink: 'text-degraded' },
  stale: { shape: 'stale', ink: 'text-stale' },
  outage: { shape: 'outage', ink: 'text-outage' },
  missing: { shape: 'outage', ink: 'text-outage' },
} as const;

/** Beside a price that is not as new as it should be: whose it is, what is wrong, and where to read why. */
export function StandingNote({
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
    </p>
  );
}

function behindText(
  { kind, observedAt }: Exclude<LineStanding, { readonly kind: 'missing' }>,
  isFixing: boolean,
): string {
  // Banks publish once a day, markets by the second.
  const at = isFixing ? weekdayText(new Date(observedAt)) : instantText(new Date(observedAt));
  if (kind === 'stale') {
    return `${isFixing ? 'has missed two publications' : 'has no newer quote'}; this figure is of ${at}.`;
  }
  return `is ${kind === 'late' ? 'late' : 'in outage'}; the figure of ${at} is shown.`;
}
