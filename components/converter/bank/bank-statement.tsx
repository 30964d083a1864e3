import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { TextField } from '#components/ui/fields/text-field';
import { Tag } from '#components/ui/tag';
import { useRested } from '#lib/client/browser/use-rested';
import { BANK_NAME_MAX } from '#lib/domain/bank/bank-terms';
import type { Judgement } from '#lib/format/bank/bank-judgement';
import type { TextFix } from '#lib/format/bank/bank-text';
import type { BankRow, BankRows } from './use-bank-rows.ts';

/** One provider: its name, what it states, and what that costs. */
export function BankStatement({
  number,
  row,
  judgement,
  example,
  isOnly,
  edit,
  onNext,
  onRemove,
}: {
  /** The place of the line, from 1. */
  readonly number: number;
  readonly row: BankRow;
  readonly judgement: Judgement;
  readonly example: string;
  /** Whether there is no other line; an empty one is then not to be removed. */
  readonly isOnly: boolean;
  readonly edit: Omit<BankRows, 'rows' | 'edited'>;
  /** Goes on to an empty line. */
  readonly onNext: () => void;
  readonly onRemove: () => void;
}) {
  const { id, name, text, isNew } = row;
  const isRested = useRested(text);
  const wrong = isRested && judgement.kind === 'wrong' ? judgement : null;
  const press = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter') return;
    edit.settle(id);
    if (judgement.kind === 'verdict') onNext();
  };
  return (
    <li
      data-line={id}
      className="grid grid-cols-[10rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1.5 px-6 py-3 not-first:border-t not-first:border-line max-phone:grid-cols-[minmax(0,1fr)_auto] max-phone:gap-x-1 max-phone:px-4"
    >
      <TextField
        name="name"
        label={<span className="sr-only">Name of line {number}</span>}
        value={name}
        maxLength={BANK_NAME_MAX}
        autoComplete="off"
        onChange={({ currentTarget }) => edit.type(id, { name: currentTarget.value })}
        onBlur={() => edit.settle(id)}
      />
      <div className="min-w-0 max-phone:col-span-full max-phone:row-start-2">
        <TextField
          name="states"
          label={<span className="sr-only">What {name || 'it'} states</span>}
          value={text}
          placeholder={example}
          error={wrong?.sentence ?? null}
          autoFocus={isNew}
          autoComplete="off"
          enterKeyHint="next"
          onChange={({ currentTarget }) => edit.type(id, { text: currentTarget.value })}
          onKeyDown={press}
          onBlur={() => edit.settle(id)}
        />
        {wrong === null ? (
          <Verdict judgement={judgement} />
        ) : (
          <Fixes fixes={wrong.fixes} onFix={(fixed) => edit.fix(id, fixed)} />
        )}
      </div>
      <Button
        look="ghost"
        size="icon"
        aria-label={`Remove ${name || 'this line'}`}
        disabled={isOnly && text === ''}
        onClick={onRemove}
        className="mt-2 disabled:bg-transparent disabled:opacity-40 max-phone:mt-1 print:hidden"
      >
        <X aria-hidden="true" className="size-4" />
      </Button>
    </li>
  );
}

/** What the text may have been meant as, one press each. */
function Fixes({
  fixes,
  onFix,
}: {
  readonly fixes: readonly TextFix[];
  readonly onFix: (fix: TextFix) => void;
}) {
  if (fixes.length === 0) return null;
  return (
    <p className="mt-2 flex flex-wrap gap-2 print:hidden">
      {fixes.map((fix) => (
        <Button key={fix.label} look="line" size="sm" onClick={() => onFix(fix)}>
          {fix.label}
        </Button>
      ))}
    </p>
  );
}

function Verdict({ judgement }: { readonly judgement: Judgement }) {
  // A line that was understood keeps its room while it is typed on.
  const [hasRoom, setHasRoom] = useState(false);
  if (judgement.kind === 'verdict' && !hasRoom) setHasRoom(true);
  if (judgement.kind === 'elsewhere') {
    return <p className="mt-1.5 text-sm text-pretty text-text-muted">{judgement.sentence}</p>;
  }
  if (judgement.kind !== 'verdict') return hasRoom ? <div className="min-h-12.5" /> : null;
  const { verdict, isCheapest } = judgement;
  return (
    <div className="mt-1.5 min-h-11">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
        <b className="font-semibold">{verdict.headline}</b>
        {verdict.money !== null && <span className="text-text-soft">{verdict.money}</span>}
        {isCheapest && <Tag>Cheapest</Tag>}
      </p>
      <p className="text-sm text-pretty text-text-muted">{verdict.sums}.</p>
    </div>
  );
}
