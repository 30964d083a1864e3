import { instantText } from '#lib/format/instants';

/** Says that the operator set the service's clock, so that nobody takes a replay for today. */
export function ClockBar({ now }: { readonly now: Date }) {
  return (
    <aside
      aria-label="The service's clock"
      className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line bg-degraded-wash px-16 py-1.25 text-xs/[18px] text-text-soft max-xl:px-6 max-phone:px-4"
    >
      <b className="rounded-tag bg-surface px-1.5 text-2xs font-semibold text-degraded inset-ring inset-ring-degraded-fill">
        Clock set
      </b>
      <span>
        Figures and ages are as of <time dateTime={now.toISOString()}>{instantText(now)}</time>.
      </span>
    </aside>
  );
}
