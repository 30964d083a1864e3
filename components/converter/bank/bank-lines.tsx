import { Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useServed } from '#components/frame/page-root';
import { Announcer } from '#components/converter/announcer';
import { Button } from '#components/ui/buttons/button';
import { useNow } from '#lib/client/browser/now';
import { keptText } from '#lib/client/rates/bank-lines';
import type { ConversionWithProvenance } from '#lib/contract/responses';
import { BANK_LINES_MAX } from '#lib/domain/bank/bank-terms';
import { MINUTE_MS } from '#lib/domain/durations';
import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { rateOfLegs } from '#lib/domain/rates/exact-number';
import { referenceText } from '#lib/format/bank/reference-text';
import { dayText } from '#lib/format/instants';
import { ageText } from '#lib/format/sources/ages';
import { type Judgement, judgeBanks, judgementText } from '#lib/format/bank/bank-verdict';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { BankStatement } from './bank-statement.tsx';
import { type BankRows, useBankRows } from './use-bank-rows.ts';

const NOTHING_YET: Judgement = { kind: 'none' };

/** The lines of the card, each with what it costs, and what they are measured by. */
export function BankLines({
  state,
  isAsked,
}: {
  readonly state: ConverterState;
  /** Whether a press opened the card, so that the focus goes on to its field. */
  readonly isAsked: boolean;
}) {
  const { from, to, fromAmount, view, face, banks, keptBanks } = state;
  const { rows, edited, ...edit } = useBankRows(state, isAsked);
  const conversion = face.kind === 'filled' ? face.conversion : null;
  const judgements = useMemo(() => {
    if (conversion === null || fromAmount === null) return [];
    const rate = rateOfLegs(conversion.provenance.legs);
    const mid = { from: from.code, to: to.code, amount: fromAmount, rate };
    return judgeBanks(rows, mid, { from, to });
  }, [conversion, fromAmount, rows, from, to]);
  const judgementOf = (place: number) => judgements[place] ?? NOTHING_YET;
  const list = useRef<HTMLUListElement>(null);
  const empty = rows.find(({ figures }) => figures.every(({ text }) => text.trim() === ''));
  const focusIn = (line: string) =>
    list.current?.querySelector<HTMLInputElement>(`${line} input[name=figure]`)?.focus();
  const add = () => (empty === undefined ? edit.add() : focusIn(`[data-line="${empty.id}"]`));
  const remove = (id: number) => {
    // The pressed button goes with its line.
    focusIn(`li:not([data-line="${id}"])`);
    edit.remove(id);
  };
  const said = useSaid(edited, () => {
    const place = rows.findIndex(({ id }) => id === edited?.id);
    return judgementText(rows[place]?.name ?? '', judgementOf(place));
  });
  return (
    <>
      <p className="border-t border-line px-6 pt-3 text-sm text-pretty text-text-soft max-phone:px-4 print:hidden">
        Choose what your bank, card or exchange office states, and type the figure. Fees can be added to it.
      </p>
      <ul ref={list}>
        {rows.map((row, place) => (
          <BankStatement
            key={row.id}
            number={place + 1}
            row={row}
            judgement={judgementOf(place)}
            isOnly={rows.length === 1}
            edit={edit}
            onNext={add}
            onFocus={() => focusIn(`[data-line="${row.id}"]`)}
            onRemove={() => remove(row.id)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-6 py-2.5 max-phone:px-4">
        {conversion !== null && (
          <Reference
            conversion={conversion}
            date={view.date}
            kept={keptText(banks, { kept: keptBanks, addressed: view.banks })}
          />
        )}
        <Button
          look="line"
          size="sm"
          disabled={rows.length >= BANK_LINES_MAX && empty === undefined}
          onClick={add}
          className="max-phone:min-h-11 print:hidden"
        >
          <Plus aria-hidden="true" className="size-3.75" />
          Add another
        </Button>
      </div>
      <Announcer text={said} />
    </>
  );
}

/** What an edit came to, as it was then: newer rates and other lines are no news of it. */
function useSaid(edited: BankRows['edited'], textOf: () => string): string {
  const [said, setSaid] = useState({ edited, text: '' });
  if (edited === said.edited) return said.text;
  const text = textOf();
  setSaid({ edited, text });
  return text;
}

/** What the costs are measured by: the shown rate, its source and its age, or the past day that it is of. */
function Reference({
  conversion,
  date,
  kept,
}: {
  readonly conversion: ConversionWithProvenance;
  readonly date: IsoDay | null;
  /** Where the lines are kept. */
  readonly kept: string;
}) {
  const { clock } = useServed();
  const now = useNow(MINUTE_MS, clock.servedAtMs) + clock.offsetMs;
  const { age } = conversion.provenance;
  const old = age === 'law' ? '' : `, ${ageText(now - Date.parse(conversion.timestamp))} old`;
  const behind = age === 'late' || age === 'stale' ? ` and ${age}` : '';
  const when = date === null ? old + behind : `, the rate for ${dayText(startOfDay(date))}`;
  return (
    <p className="min-w-0 flex-1 basis-64 text-sm text-pretty text-text-muted">
      Against {referenceText(conversion)}
      {when}. <span className="print:hidden">{kept}</span>
    </p>
  );
}
