'use client';
import { SpokenFigure } from '#components/ui/figures/figure';
import { shortRate } from '#lib/format/charts/chart-numbers';
import { figureText, rateParts } from '#lib/format/numbers/figures';
import { useChangeFlash } from './use-change-flash.ts';

/** A rate with its point under the others'; narrow screens have five digits of it, and the row's detail shows all. */
export function RateFigure({ rate, room }: { readonly rate: number; readonly room: number }) {
  const flash = useChangeFlash(rate);
  const parts = rateParts(rate);
  const { integer, strong, muted } = parts;
  return (
    <>
      <SpokenFigure text={figureText(parts)} />
      <span
        ref={flash}
        aria-hidden="true"
        data-rate={rate}
        className="inline-block rounded-tag text-[15px] font-medium whitespace-nowrap max-phone:text-lg"
      >
        <span className="lg:hidden">{shortRate(rate)}</span>
        <span className="max-lg:hidden">
          {integer}
          <span
            className="inline-block w-(--fraction-room) text-left"
            style={{ '--fraction-room': `${room}em` }}
          >
            {strong}
            {muted !== '' && <span className="font-regular text-text-muted">{muted}</span>}
          </span>
        </span>
      </span>
    </>
  );
}

declare module 'react' {
  interface CSSProperties {
    /** The room right of the decimal point that all rates of the table share. */
    '--fraction-room'?: string;
  }
}
