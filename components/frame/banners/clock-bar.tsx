import { instantText } from '#lib/format/instants';

/** Says that the operator set the service's clock, so that nobody takes a replay for today. */
export function ClockBar({ now, isAccount }: { readonly now: Date; readonly isAccount: boolean }) {
  const instant = <time dateTime={now.toISOString()}>{instantText(now)}</time>;
  return (
    <aside
      aria-label="The service's clock"
      className="flex items-baseline gap-3 border-b border-line bg-degraded-wash px-16 py-1.25 text-xs/[18px] text-text-soft max-xl:px-6 max-phone:px-4"
    >
      <b className="flex-none rounded-tag bg-surface px-1.5 text-2xs font-semibold text-degraded inset-ring inset-ring-degraded-fill">
        Clock set
      </b>
      {isAccount ? (
        <span>Rates are as of {instant}. Keys and sessions go by the real clock.</span>
      ) : (
        <span>Figures and ages are as of {instant}.</span>
      )}
    </aside>
  );
}
