/** Says on every page that no figure here is real. */
export function SimulatedBar() {
  return (
    <aside
      aria-label="Simulated figures"
      data-simulated=""
      className="flex items-baseline gap-3 border-b border-line bg-degraded-wash px-16 py-1.25 text-xs/[18px] text-text-soft max-xl:px-6 max-phone:px-4"
    >
      <b className="flex-none rounded-tag bg-surface px-1.5 text-2xs font-semibold text-degraded inset-ring inset-ring-degraded-fill">
        SIMULATED
      </b>
      <span>Every publisher is simulated on this machine, and every figure is made up.</span>
    </aside>
  );
}
