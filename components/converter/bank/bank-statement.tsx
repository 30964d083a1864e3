import { Plus, X } from 'lucide-react';
import { Button } from '#components/ui/buttons/button';
import { TextField } from '#components/ui/fields/text-field';
import { Tag } from '#components/ui/tag';
import { BANK_NAME_MAX, kindsBeside, TERMS_MAX } from '#lib/domain/bank/bank-terms';
import { otherEnd, type TypedFigure } from '#lib/format/bank/bank-figure';
import type { BankRow } from '#lib/format/bank/bank-row';
import type { Judgement } from '#lib/format/bank/bank-verdict';
import { BankFigure } from './bank-figure.tsx';
import type { BankRows } from './use-bank-rows.ts';

/** One provider: its name, what it states, and what that costs. */
export function BankStatement({
  number,
  row,
  judgement,
  isOnly,
  edit,
  onNext,
  onFocus,
  onRemove,
}: {
  /** The place of the line, from 1. */
  readonly number: number;
  readonly row: BankRow;
  readonly judgement: Judgement;
  /** Whether there is no other line; an empty one is then not to be removed. */
  readonly isOnly: boolean;
  readonly edit: Pick<BankRows, 'rename' | 'state' | 'settle'>;
  /** Goes on to an empty line. */
  readonly onNext: () => void;
  /** Goes to the first figure, before a button goes that was pressed. */
  readonly onFocus: () => void;
  readonly onRemove: () => void;
}) {
  const { id, figures, units } = row;
  const name = row.name || 'this line';
  const typed: readonly TypedFigure[] = figures;
  const state = (next: readonly TypedFigure[]) => edit.state(id, next);
  const removeAt = (place: number) => {
    if (place === 0) return onRemove();
    onFocus();
    state(figures.toSpliced(place, 1));
  };
  const kindsWithout = (place: number) => kindsBeside(figures.toSpliced(place, 1).map(({ kind }) => kind));
  return (
    <li
      data-line={id}
      className="grid grid-cols-[10rem_minmax(0,1fr)] items-start gap-3 px-6 py-3 not-first:border-t not-first:border-line max-phone:grid-cols-1 max-phone:px-4"
    >
      <TextField
        name="name"
        label={
          <>
            Bank or card <span className="sr-only">of line {number}</span>
          </>
        }
        value={row.name}
        maxLength={BANK_NAME_MAX}
        autoComplete="off"
        onChange={({ currentTarget }) => edit.rename(id, currentTarget.value)}
        onBlur={edit.settle}
      />
      <div className="grid min-w-0 gap-2">
        {figures.map((figure, place) => (
          <BankFigure
            key={place}
            called={place === 0 ? name : `${name}, figure ${place + 1}`}
            figure={figure}
            kinds={kindsWithout(place)}
            units={units}
            // That the fees leave nothing is said beside the last of them.
            fault={judgement.kind === 'wrong' && place === figures.length - 1 ? judgement.sentence : null}
            isNew={place === 0 ? row.isNew : figure.text === ''}
            remove={
              <Button
                look="ghost"
                size="icon"
                aria-label={place === 0 ? `Remove ${name}` : `Remove figure ${place + 1} of ${name}`}
                disabled={isOnly && figures.length === 1 && figure.text === ''}
                onClick={() => removeAt(place)}
                className="mt-7 disabled:bg-transparent disabled:opacity-40 max-phone:mt-6 max-phone:size-11 print:hidden"
              >
                <X aria-hidden="true" className="size-4" />
              </Button>
            }
            onChange={(changed) => state(typed.with(place, changed))}
            onSettle={edit.settle}
            onEnter={() => {
              edit.settle();
              if (judgement.kind === 'verdict') onNext();
            }}
          />
        ))}
        <Verdict
          judgement={judgement}
          onTurn={() => {
            onFocus();
            state(figures.map((one) => (one.kind === 'rate' ? { ...one, end: otherEnd(one.end) } : one)));
          }}
        />
        {figures.length < TERMS_MAX && judgement.kind !== 'elsewhere' && (
          <Button
            look="ghost"
            size="sm"
            onClick={() => {
              const hasPercent = figures.some(({ kind }) => kind === 'percent');
              state([...figures, { kind: hasPercent ? 'fee' : 'percent', end: 'from', text: '' }]);
            }}
            className="-ml-2 justify-self-start max-phone:min-h-11 print:hidden"
          >
            <Plus aria-hidden="true" className="size-3.75" />
            Add a fee <span className="sr-only">for {name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

/** What a line costs, or for what else it was stated. */
function Verdict({ judgement, onTurn }: { readonly judgement: Judgement; readonly onTurn: () => void }) {
  if (judgement.kind === 'elsewhere') {
    return <p className="text-sm text-pretty text-text-muted">{judgement.sentence}</p>;
  }
  if (judgement.kind !== 'verdict') return null;
  const { headline, money, sums, isCheapest, turned } = judgement;
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
        <b className="font-semibold">{headline}</b>
        {money !== null && <span className="text-text-soft">{money}</span>}
        {isCheapest && <Tag>Cheapest</Tag>}
      </p>
      <p className="text-sm text-pretty text-text-muted">{sums}.</p>
      {turned !== null && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
          {turned}
          <Button look="line" size="sm" onClick={onTurn} className="max-phone:min-h-11">
            Yes, turn it round
          </Button>
        </p>
      )}
    </div>
  );
}
