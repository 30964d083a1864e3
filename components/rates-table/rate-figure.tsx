'use client';
import { SpokenFigure } from '#components/ui/figure';
import { figureText, rateParts } from '#lib/format/figures';
import { useWash } from './use-wash.ts';

/** A rate with its point under the others'; on narrow screens three dots stand for the muted digits, which the row's detail shows. */
export function RateFigure({ rate, room }: { readonly rate: number; readonly room: number }) {
  const wash = useWash(rate);
  const parts = rateParts(rate);
  const { integer, strong, muted } = parts;
  return (
    <>
      <SpokenFigure text={figureText(parts)} />
      <span
        ref={wash}
        aria-hidden="true"
        data-rate={rate}
        className="inline-block rounded-tag text-[15px] font-medium whitespace-nowrap max-phone:text-lg"
      >
        {integer}
        <span
          className="inline-block w-(--fraction-room) text-left max-lg:w-[4.2em] max-phone:w-auto"
          style={{ '--fraction-room': `${room}em` }}
        >
          {strong}
          {muted !== '' && (
            <span className="font-regular text-text-muted max-lg:text-[0px] max-lg:after:text-sm max-lg:after:content-['…']">
              {muted}
            </span>
          )}
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
