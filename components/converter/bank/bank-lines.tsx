import { Plus } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Announcer } from '#components/converter/announcer';
import { Button } from '#components/ui/buttons/button';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { exactRate } from '#lib/client/rates/exact-conversion';
import { BANK_LINES_MAX } from '#lib/domain/bank/bank-terms';
import type { BankContext } from '#lib/format/bank/bank-context';
import { type Judgement, judgeBanks, judgementText } from '#lib/format/bank/bank-judgement';
import type { BankedState } from './bank-card.tsx';
import { BankStatement } from './bank-statement.tsx';
import { Reference } from './reference.tsx';
import { useBankRows } from './use-bank-rows.ts';

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
  const { from, to, view, face } = state;
  const context = useContextOf(state);
  const { rows, ...edit } = useBankRows(state, context, isAsked);
  const list = useRef<HTMLUListElement>(null);
  const judgements = useMemo(
    () =>
      context === null
        ? []
        : judgeBanks(
            rows.map(({ text }) => text),
            context,
          ),
    [rows, context],
  );
  const judged = rows.map((row, place) => ({ row, judgement: judgements[place] ?? NOTHING_YET }));
  const empty = rows.find(({ text }) => text.trim() === '');
  const add = () => {
    if (empty === undefined) return edit.add();
    list.current?.querySelector<HTMLInputElement>(`[data-line="${empty.id}"] input[name=states]`)?.focus();
  };
  const remove = (id: number) => {
    list.current?.querySelector<HTMLInputElement>(`li:not([data-line="${id}"]) input[name=states]`)?.focus();
    edit.remove(id);
  };
  const said = judged.map(({ row, judgement }) => judgementText(row.name, judgement)).join(' ');
  return (
    <>
      <p className="border-t border-line px-6 pt-3 text-sm text-pretty text-text-soft max-phone:px-4 print:hidden">
        Type what it states: the rate, the sum in {to.code} that you receive, a percentage, a fee, or several
        joined by “and”.
      </p>
      <ul ref={list}>
        {judged.map(({ row, judgement }) => (
          <BankStatement
            key={row.id}
            row={row}
            judgement={judgement}
            example={`2% and 5 ${from.code}`}
            isOnly={rows.length === 1}
            edit={edit}
            onNext={add}
            onRemove={() => remove(row.id)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-6 py-2.5 max-phone:px-4">
        {face.kind === 'filled' && <Reference conversion={face.conversion} date={view.date} clock={clock} />}
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
      <Announcer text={said.trim()} />
    </>
  );
}

/** What statements are read in; null while there is no rate or no amount. The same object until it changes. */
function useContextOf({ face, from, to, fromAmount }: BankedState): BankContext | null {
  const conversion = face.kind === 'filled' ? face.conversion : null;
  return useMemo(() => {
    if (conversion === null || fromAmount === null) return null;
    const rate = exactRate(conversion.provenance);
    return { from, to, mid: { from: from.code, to: to.code, amount: fromAmount, rate } };
  }, [conversion, from, to, fromAmount]);
}
