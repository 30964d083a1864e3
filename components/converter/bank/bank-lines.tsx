import { Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Announcer } from '#components/converter/announcer';
import { Button } from '#components/ui/buttons/button';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { keptText } from '#lib/client/rates/bank-lines';
import { exactRate } from '#lib/client/rates/exact-conversion';
import { BANK_LINES_MAX } from '#lib/domain/bank/bank-terms';
import type { BankContext } from '#lib/format/bank/bank-context';
import { type Judgement, judgeBanks, judgementText } from '#lib/format/bank/bank-judgement';
import type { TextFix } from '#lib/format/bank/bank-text';
import type { BankedState } from './bank-card.tsx';
import { BankStatement } from './bank-statement.tsx';
import { Reference } from './reference.tsx';
import { type BankRow, type EditedRow, useBankRows } from './use-bank-rows.ts';

const NOTHING_YET: Judgement = { kind: 'none' };

/** The lines of the card, each with what it costs, and what they are measured by. */
export function BankLines({
  state,
  isAsked,
  clock,
}: {
  readonly state: BankedState;
  /** Whether a press opened the card, so that the focus goes on to its field. */
  readonly isAsked: boolean;
  readonly clock: PageClock;
}) {
  const { from, to, view, face, banks, keptBanks } = state;
  const context = useContextOf(state);
  const { rows, edited, ...edit } = useBankRows(state, context, isAsked);
  const list = useRef<HTMLUListElement>(null);
  const judgements = useMemo(() => (context === null ? [] : judgeBanks(rows, context)), [rows, context]);
  const judged = rows.map((row, place) => ({ row, judgement: judgements[place] ?? NOTHING_YET }));
  const empty = rows.find(({ text }) => text.trim() === '');
  const fieldIn = (line: string) =>
    list.current?.querySelector<HTMLInputElement>(`${line} input[name=states]`);
  const add = () => {
    if (empty === undefined) return edit.add();
    fieldIn(`[data-line="${empty.id}"]`)?.focus();
  };
  const remove = (id: number) => {
    fieldIn(`li:not([data-line="${id}"])`)?.focus();
    edit.remove(id);
  };
  // The pressed button goes with the question.
  const fix = (id: number, fixed: TextFix) => {
    fieldIn(`[data-line="${id}"]`)?.focus();
    edit.fix(id, fixed);
  };
  const said = useSaid(judged, edited);
  return (
    <>
      <p className="border-t border-line px-6 pt-3 text-sm text-pretty text-text-soft max-phone:px-4 print:hidden">
        Type what it states: the rate, the sum in {to.code} that you receive, a percentage, a fee, or several
        joined by “and”.
      </p>
      <ul ref={list}>
        {judged.map(({ row, judgement }, place) => (
          <BankStatement
            key={row.id}
            number={place + 1}
            row={row}
            judgement={judgement}
            example={`2% and 5 ${from.code}`}
            isOnly={rows.length === 1}
            edit={{ ...edit, fix }}
            onNext={add}
            onRemove={() => remove(row.id)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-6 py-2.5 max-phone:px-4">
        {face.kind === 'filled' && (
          <Reference
            conversion={face.conversion}
            date={view.date}
            clock={clock}
            kept={keptText(banks, { kept: keptBanks, addressed: view.banks })}
          />
        )}
        <Button
          look="line"
          size="sm"
          disabled={rows.length >= BANK_LINES_MAX && empty === undefined}
          onClick={add}
          className="print:hidden"
        >
          <Plus aria-hidden="true" className="size-3.75" />
          Add another
        </Button>
      </div>
      <Announcer text={said} />
    </>
  );
}

interface JudgedRow {
  readonly row: BankRow;
  readonly judgement: Judgement;
}

/** The verdict on the statement that was edited last, as it was then: newer rates and other lines are no news of it. */
function useSaid(judged: readonly JudgedRow[], edited: EditedRow | null): string {
  const [said, setSaid] = useState({ edited, text: '' });
  if (edited === said.edited) return said.text;
  const line = judged.find(({ row }) => row.id === edited?.id);
  const text = line === undefined ? '' : judgementText(line.row.name, line.judgement);
  setSaid({ edited, text });
  return text;
}

/** What statements are read in; null while there is no rate or no amount. The same object until it changes. */
function useContextOf({ face, from, to, fromAmount, codes }: BankedState): BankContext | null {
  const conversion = face.kind === 'filled' ? face.conversion : null;
  return useMemo(() => {
    if (conversion === null || fromAmount === null) return null;
    const rate = exactRate(conversion.provenance);
    return { from, to, mid: { from: from.code, to: to.code, amount: fromAmount, rate }, codes };
  }, [conversion, from, to, fromAmount, codes]);
}
