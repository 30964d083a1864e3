import { type ReactNode, type RefObject, useMemo, useState } from 'react';
import { Failed } from '#components/ui/notices/failed';
import { amountFieldText } from '#lib/format/numbers/amount-text';
import {
  ALL_DIGITS,
  amountParts,
  exactAmountParts,
  type FigureParts,
  figureText,
  fractionCharsOf,
  rateParts,
} from '#lib/format/numbers/figures';
import { ledgerColumns, typedParts } from '#lib/format/numbers/ledger-columns';
import type { Timetables } from '#lib/format/sources/next-expected';
import type { PickedEnd } from '#components/converter/model/picked-end.ts';
import { LaterCadenceLine, LaterNoRate } from '#components/converter/cards/later-cards';
import { LedgerRow } from './ledger-row.tsx';
import { Proof } from '#components/converter/proof/proof';
import { RateRow } from './rate-row.tsx';
import { ConverterCardFoot } from './converter-card-foot.tsx';
import type { ShownPair } from '#components/converter/model/shown-pair.ts';
import type { AmountEnd } from '#components/converter/model/use-amount.ts';
import type { Copy } from '#lib/client/browser/use-copy';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import type { SourceComparison } from '#components/converter/model/use-comparison.ts';

declare module 'react' {
  interface CSSProperties {
    /** Characters of the ledger's columns, for `ledger` of app/globals.css. */
    '--columns'?: number;
    '--fraction'?: number;
    '--rate-fraction'?: number;
  }
}

/** With more minor units, or a longer fraction, an amount leaves no room for the source beside the rate on a phone. */
const NARROW_DECIMALS = 4;
const NARROW_FRACTION = 7;

/** The card: a conversion as a bookkeeper writes a sum, then where its figures come from. Every face has the same three rows. */
export function ConverterCard({
  state,
  pair,
  comparison,
  timetables,
  hasFigures,
  fields,
  copy,
  onCopy,
  onSwap,
  onPick,
}: {
  readonly state: ConverterState;
  /** The same object until it changes, like all that is not named after the amount. */
  readonly pair: ShownPair;
  readonly comparison: SourceComparison;
  readonly timetables: Timetables;
  readonly hasFigures: boolean;
  readonly fields: Readonly<Record<AmountEnd, RefObject<HTMLInputElement | null>>>;
  readonly copy: Copy;
  readonly onCopy: () => void;
  readonly onSwap: () => void;
  readonly onPick: (end: PickedEnd) => void;
}) {
  const { view, from, to, amount, face, computed, trouble, retry } = state;
  // Whether figures show all their digits.
  const [isExact, setIsExact] = useState(false);
  const conversion = face.kind === 'filled' ? face.conversion : null;
  const published = conversion?.rate ?? null;
  const rate = useMemo(
    () => (published === null ? null : rateParts(published, isExact ? ALL_DIGITS : undefined)),
    [published, isExact],
  );
  const computedOf = amount.end === 'from' ? to : from;
  const exact = computed === null ? null : exactAmountParts(computed, computedOf.minorUnits);
  const figure = computed === null || isExact ? exact : amountParts(computed, computedOf.minorUnits);
  const rateRoom = useRateRoom(rate, pair, isExact);
  const columns = ledgerColumns(typedParts(amount.field.text), rate, figure, rateRoom);
  const minorUnits = Math.max(from.minorUnits ?? 0, to.minorUnits ?? 0);
  const isWide = minorUnits > NARROW_DECIMALS || columns.fraction > NARROW_FRACTION;
  const rows = { amount, face, parts: figure, onQuestion: state.readQuestion, onPick };
  const notes = notesOf(state, figure);
  const isThere = face.kind === 'filled' || face.kind === 'loading';
  return (
    <section
      aria-label="Converter"
      aria-busy={face.kind === 'loading'}
      className="@container rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0"
    >
      <div
        data-wide={isWide ? '' : undefined}
        className="group/ledger relative ledger grid [--beside:19rem] max-phone:[--beside:2.5rem]"
        style={{
          '--columns': columns.all,
          '--fraction': columns.fraction,
          '--rate-fraction': columns.rateFraction,
        }}
      >
        <LedgerRow {...rows} end="from" currency={from} note={notes.from} field={fields.from} className="" />
        <RateRow
          faceKind={face.kind}
          pair={pair}
          answering={conversion?.source ?? null}
          comparison={comparison}
          rate={rate}
          show={state.show}
          onSwap={onSwap}
        />
        {state.cadences !== null && (
          <LaterCadenceLine
            shown={conversion}
            source={pair.source}
            isUnsure={trouble?.kind === 'unreachable'}
            onChoose={state.chooseCadence}
          />
        )}
        <LedgerRow
          {...rows}
          end="to"
          currency={to}
          note={notes.to}
          field={fields.to}
          className={`border-t border-text ${isThere && amount.end === 'from' ? 'double-rule' : ''}`}
        />
      </div>
      {isThere && (
        <Proof face={face} pair={pair} timetables={timetables} isUnsure={trouble?.kind === 'unreachable'} />
      )}
      {face.kind === 'failed' && (
        <Failed
          title={`${view.from} to ${view.to} could not be loaded`}
          failure={face.trouble}
          onRetry={retry}
        >
          What you typed is kept. The rate comes as soon as the service answers.
        </Failed>
      )}
      {face.kind === 'none' && (
        <LaterNoRate state={state} face={face} hasFigures={hasFigures} onPick={onPick} />
      )}
      {isThere && (
        <ConverterCardFoot
          state={state}
          pair={pair}
          parts={exact}
          isExact={isExact}
          copy={copy}
          onCopy={onCopy}
          onExact={() => setIsExact(!isExact)}
        />
      )}
    </section>
  );
}

/** Characters right of the rate's integer, as many as it has had so far: a live rate that has a digit less for once moves nothing. */
function useRateRoom(rate: FigureParts | null, pair: ShownPair, isExact: boolean): number {
  const chars = rate === null ? 0 : fractionCharsOf([rate]);
  const [widest, setWidest] = useState({ pair, isExact, chars });
  const isSame = widest.pair === pair && widest.isExact === isExact;
  if (isSame && widest.chars >= chars) return widest.chars;
  setWidest({ pair, isExact, chars });
  return chars;
}

/** The small print above the amounts: the sum that was typed, and a computed amount as money where all its digits are shown. */
function notesOf(
  { amount, computed, from, to }: ConverterState,
  figure: FigureParts | null,
): Readonly<Record<AmountEnd, ReactNode>> {
  const computedOf = amount.end === 'from' ? to : from;
  const money = computed === null ? '' : figureText(amountParts(computed, computedOf.minorUnits));
  const rounded = figure === null || figureText(figure) === money ? null : `${money} rounded`;
  const typed = amount.sum ?? worked(amount.reading, amount.field.text);
  return amount.end === 'from' ? { from: typed, to: rounded } : { from: rounded, to: typed };
}

/** What a sum comes to while it is typed. */
function worked(reading: ConverterState['amount']['reading'], text: string): string | null {
  if (reading.kind !== 'amount' || !reading.isSum || text === '') return null;
  return `= ${amountFieldText(reading.amount, null)}`;
}
