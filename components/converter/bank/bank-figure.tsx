import { type ReactNode, useId } from 'react';
import { TextField } from '#components/ui/fields/text-field';
import { useRested } from '#lib/client/browser/use-rested';
import { ENDS_OF_KIND, type TermKind } from '#lib/domain/bank/bank-terms';
import { type BankUnits, KIND_NAMES, type TypedFigure, unitText } from '#lib/format/bank/bank-figure';
import type { BankRow } from '#lib/format/bank/bank-row';

/** One figure of a line: what it is, how much, in which unit, and what is wrong with it. */
export function BankFigure({
  called,
  figure: { kind, end, text, reading },
  kinds,
  units,
  fault,
  isNew,
  remove,
  onChange,
  onSettle,
  onEnter,
}: {
  /** What the figure belongs to, as screen readers tell the fields apart. */
  readonly called: string;
  readonly figure: BankRow['figures'][number];
  /** What it can be beside the other figures. */
  readonly kinds: readonly TermKind[];
  readonly units: BankUnits;
  /** What is wrong with it beside the other figures; null for nothing. */
  readonly fault: string | null;
  /** Whether it was just added, and so has the focus. */
  readonly isNew: boolean;
  /** The button that takes it away. */
  readonly remove: ReactNode;
  readonly onChange: (figure: TypedFigure) => void;
  readonly onSettle: () => void;
  readonly onEnter: () => void;
}) {
  const id = useId();
  const isRested = useRested(text);
  const unit = unitText(kind, end, units);
  const wrong = reading.kind === 'wrong' ? reading.sentence : fault;
  return (
    <div className="grid grid-cols-[10.5rem_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1.5 max-phone:grid-cols-[minmax(0,1fr)_auto]">
      <div className="max-phone:col-span-full">
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          What it states <span className="sr-only">for {called}</span>
        </label>
        <select
          id={id}
          value={kind}
          onChange={({ currentTarget }) => {
            const chosen = kinds[currentTarget.selectedIndex] ?? kind;
            onChange({ kind: chosen, end: ENDS_OF_KIND[chosen][0], text });
          }}
          className="h-10 w-full rounded-control bg-surface px-2 text-base inset-ring inset-ring-control max-phone:h-11 max-phone:text-lg"
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {KIND_NAMES[one]}
            </option>
          ))}
        </select>
      </div>
      <TextField
        name="figure"
        label={
          <>
            How much{' '}
            <span className="sr-only">
              for {called}, in {unit}
            </span>
          </>
        }
        value={text}
        error={isRested ? wrong : null}
        autoFocus={isNew}
        autoComplete="off"
        inputMode="decimal"
        enterKeyHint="next"
        onChange={({ currentTarget }) => onChange({ kind, end, text: currentTarget.value })}
        onKeyDown={({ key }) => key === 'Enter' && onEnter()}
        onBlur={onSettle}
        end={
          ENDS_OF_KIND[kind].length === 1 ? (
            <span className="px-1.5 text-sm text-text-soft">{unit}</span>
          ) : (
            <select
              aria-label={`Unit for ${called}`}
              value={end}
              onChange={({ currentTarget: { value } }) =>
                onChange({ kind, end: value === 'from' ? 'from' : 'to', text })
              }
              className="h-full max-w-36 rounded-control bg-transparent px-1 text-sm text-text-soft"
            >
              {ENDS_OF_KIND[kind].map((one) => (
                <option key={one} value={one}>
                  {unitText(kind, one, units)}
                </option>
              ))}
            </select>
          )
        }
      />
      {remove}
    </div>
  );
}
