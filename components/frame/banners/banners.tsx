import type { ComponentProps } from 'react';
import { instantText } from '#lib/format/instants';

/** What every page says above everything else: that figures are made up, that the clock was set. */
export function Banners({
  isSimulated,
  setClock,
  isAccount = false,
}: {
  readonly isSimulated: boolean;
  /** What the clock reads where the operator set it, so that nobody takes a replay for today; else null. */
  readonly setClock: Date | null;
  /** Whether the page goes by the real clock all the same, as those of accounts do. */
  readonly isAccount?: boolean;
}) {
  const instant = setClock && <time dateTime={setClock.toISOString()}>{instantText(setClock)}</time>;
  return (
    <>
      {isSimulated && (
        <Bar aria-label="Simulated figures" data-simulated="" word="SIMULATED">
          Every publisher is simulated on this machine, and every figure is made up.
        </Bar>
      )}
      {instant && (
        <Bar aria-label="The service's clock" word="Clock set">
          {isAccount ? (
            <>Rates are as of {instant}. Keys and sessions go by the real clock.</>
          ) : (
            <>Figures and ages are as of {instant}.</>
          )}
        </Bar>
      )}
    </>
  );
}

function Bar({
  word,
  children,
  ...rest
}: ComponentProps<'aside'> & { readonly word: string; readonly 'data-simulated'?: string }) {
  return (
    <aside
      {...rest}
      className="flex items-baseline gap-3 border-b border-line bg-degraded-wash px-16 py-1.25 text-xs/[18px] text-text-soft max-xl:px-6 max-phone:px-4"
    >
      <b className="flex-none rounded-tag bg-surface px-1.5 text-2xs font-semibold text-degraded inset-ring inset-ring-degraded-fill">
        {word}
      </b>
      <span>{children}</span>
    </aside>
  );
}
