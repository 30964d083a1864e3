import type { RefObject } from 'react';
import type { PageClock } from '#components/ui/ticking-time';
import type { RatesClient } from '#lib/client/rates-client';
import { amountParts, rateParts } from '#lib/format/figures';
import { ledgerColumns, typedParts } from '#lib/format/ledger-columns';
import { AmountRow } from './amount-row.tsx';
import type { PickedEnd } from './picked-end.ts';
import { Facts, FactsSkeleton } from './facts.tsx';
import { NoRate } from './no-rate.tsx';
import { RateRow } from './rate-row.tsx';
import { ResultRow } from './result-row.tsx';
import { SheetFoot } from './sheet-foot.tsx';
import type { Copy } from './use-copy.ts';
import type { ConverterState } from './use-converter.ts';
import { Working, WorkingSkeleton } from './working.tsx';

declare module 'react' {
  interface CSSProperties {
    /** Characters of the ledger's columns, for `figure-fit` and `figure-fraction` of app/globals.css. */
    '--columns'?: number;
    '--fraction'?: number;
  }
}

/** The sheet: a conversion as a bookkeeper writes a sum, then where its figures come from. Every face has the same three rows. */
export function Sheet({
  client,
  state,
  clock,
  hasFigures,
  amountField,
  copy,
  onCopyResult,
  onSwap,
  onPick,
}: {
  readonly client: RatesClient;
  readonly state: ConverterState;
  readonly clock: PageClock;
  readonly hasFigures: boolean;
  readonly amountField: RefObject<HTMLInputElement | null>;
  readonly copy: Copy;
  readonly onCopyResult: () => void;
  readonly onSwap: () => void;
  readonly onPick: (end: PickedEnd) => void;
}) {
  const { from, to, amount, face, result, trouble } = state;
  const conversion = face.kind === 'filled' ? face.conversion : null;
  const rate = conversion ? rateParts(conversion.rate) : null;
  const resultFigure = result === null ? null : amountParts(result, to.minorUnits);
  const typed = typedParts(amount.text);
  const columns = ledgerColumns(typed, rate, resultFigure);
  return (
    <section
      aria-label="Converter"
      aria-busy={face.kind === 'loading'}
      className="@container rounded-sheet border border-line bg-surface max-phone:rounded-none max-phone:border-x-0"
    >
      <div
        data-wide={columns.fraction > 9 ? '' : undefined}
        className="group/ledger relative grid grid-cols-[minmax(0,1fr)_auto_auto] [--beside:17rem] max-phone:[--beside:2.5rem]"
        style={{ '--columns': columns.integer + columns.fraction, '--fraction': columns.fraction }}
      >
        <AmountRow
          currency={from}
          amount={amount}
          typed={typed}
          field={amountField}
          onPick={() => onPick('from')}
        />
        <RateRow client={client} state={state} rate={rate} onSwap={onSwap} />
        <ResultRow
          currency={to}
          face={face}
          value={result}
          parts={resultFigure}
          onPick={() => onPick('to')}
        />
      </div>
      {face.kind === 'filled' && (
        <>
          <Facts
            conversion={face.conversion}
            inverse={face.quote.inverse}
            view={state.view}
            clock={clock}
            isUnsure={trouble?.kind === 'unreachable'}
            copy={copy}
          />
          <Working conversion={face.conversion} />
        </>
      )}
      {face.kind === 'loading' && (
        <>
          <FactsSkeleton />
          <WorkingSkeleton />
        </>
      )}
      {(face.kind === 'none' || face.kind === 'failed') && (
        <NoRate state={state} face={face} hasFigures={hasFigures} onPick={onPick} />
      )}
      {(face.kind === 'filled' || face.kind === 'loading') && (
        <SheetFoot result={result} parts={resultFigure} copy={copy} onCopyResult={onCopyResult} />
      )}
    </section>
  );
}
