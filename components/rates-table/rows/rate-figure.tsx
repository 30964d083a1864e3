'use client';
import { useEffect, useRef } from 'react';
import { FigureFraction, fractionEm, SpokenFigure } from '#components/ui/figures/figure';
import { shortRate } from '#lib/format/charts/chart-numbers';
import { type FigureParts, figureText, rateParts } from '#lib/format/numbers/figures';

/** How long a figure that has changed keeps its flash. */
const FLASH_MS = 600;

/** More room than this is for rates of a millionth; their last digits may run on. */
const FRACTION_CHARS_MAX = 17;

/** A rate with its point under the others'; narrow screens have five digits of it, and the row's detail shows all. */
export function RateFigure({ rate, room }: { readonly rate: number; readonly room: number }) {
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(rate);
  // Washed once when it changes; not at first, and not for visitors who asked for less motion.
  useEffect(() => {
    if (before.current === rate) return;
    before.current = rate;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    element.current?.animate(
      [{ backgroundColor: 'var(--color-accent-wash)' }, { backgroundColor: 'transparent' }],
      { duration: FLASH_MS, easing: 'ease-out' },
    );
  }, [rate]);
  const parts = rateParts(rate);
  return (
    <>
      <SpokenFigure text={figureText(parts)} />
      <span
        ref={element}
        aria-hidden="true"
        data-rate={rate}
        className="inline-block rounded-tag text-[15px] font-medium whitespace-nowrap max-phone:text-lg"
      >
        <span className="lg:hidden">{shortRate(rate)}</span>
        <span className="max-lg:hidden">
          {parts.integer}
          <span className="inline-block text-left" style={{ width: `${room}em` }}>
            <FigureFraction parts={parts} />
          </span>
        </span>
      </span>
    </>
  );
}

/** The room right of the decimal point that all rates of a table share, in em of their own size. */
export function fractionRoom(parts: readonly FigureParts[]): number {
  const longest = parts.reduce((most, { strong, muted }) => Math.max(most, strong.length + muted.length), 3);
  return Number(fractionEm(Math.min(longest, FRACTION_CHARS_MAX)).toFixed(2));
}
