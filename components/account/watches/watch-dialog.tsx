import { useState } from 'react';
import { DialogForm } from '#components/account/forms/dialog-form';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';
import { ModalDialog } from '#components/ui/dialogs/modal-dialog';
import { Segment } from '#components/ui/fields/segment';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient } from '#lib/client/account/account-client';
import { WATCH_DAYS_MAX } from '#lib/contract/watches';
import type { WatchRule } from '#lib/domain/series/pair-watch';
import { readWatchFigure } from '#lib/format/account/watch-figure';

type WatchKind = WatchRule['kind'];

const KINDS = [
  { value: 'above', text: 'Above' },
  { value: 'below', text: 'Below' },
  { value: 'moved', text: 'Moved' },
] as const;

/** The dialog in which a watch is added. */
export function WatchDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <ModalDialog title="Add a watch" isOpen={isOpen} onClose={onClose}>
      <AddWatchForm onClose={onClose} />
    </ModalDialog>
  );
}

/** A pair, and what of it to wait for. */
function AddWatchForm({ onClose }: { readonly onClose: () => void }) {
  const [kind, setKind] = useState<WatchKind>('above');
  const isMove = kind === 'moved';
  const form = useAccountForm({
    fields: {
      from: needed('Type a currency code such as EUR.'),
      to: needed('Type a currency code such as USD.'),
      threshold: isMove ? null : checkFigure,
      percent: isMove ? checkFigure : null,
      days: isMove ? checkDays : null,
    },
    send: (text) =>
      accountClient.addWatch({
        from: text('from').trim(),
        to: text('to').trim(),
        rule: isMove
          ? { kind, percent: figureOf(text('percent')), days: Number(text('days')) }
          : { kind, threshold: figureOf(text('threshold')) },
      }),
    onDone: async (_, refresh) => {
      await refresh();
      onClose();
    },
  });
  return (
    <DialogForm form={form} label="Add a watch" action="Add watch" onClose={onClose}>
      <div className="grid grid-cols-2 gap-4">
        <CodeOf name="from" label="One unit of" error={form.error('from')} />
        <CodeOf name="to" label="Costs, in" error={form.error('to')} />
      </div>
      <Segment look="field" legend="Tell me when it is" options={KINDS} chosen={kind} onChoose={setKind} />
      {isMove ? (
        <div className="grid grid-cols-2 gap-4">
          <NumberOf name="percent" label="By percent, up or down" error={form.error('percent')} />
          <NumberOf name="days" label="Within days" error={form.error('days')} />
        </div>
      ) : (
        <NumberOf name="threshold" label="Threshold" error={form.error('threshold')} />
      )}
    </DialogForm>
  );
}

interface NamedFieldProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | null;
}

function CodeOf(field: NamedFieldProps) {
  return <TextField {...field} autoComplete="off" autoCapitalize="characters" maxLength={10} required />;
}

function NumberOf(field: NamedFieldProps) {
  return <TextField {...field} inputMode="decimal" autoComplete="off" maxLength={20} required />;
}

function checkFigure(text: string): string | null {
  const read = readWatchFigure(text);
  return read.ok ? null : read.error;
}

/** The figure of a text that was checked. */
function figureOf(text: string): number {
  const read = readWatchFigure(text);
  return read.ok ? read.value : Number.NaN;
}

function checkDays(text: string): string | null {
  const isCount = /^\s*\d{1,2}\s*$/.test(text) && Number(text) >= 1 && Number(text) <= WATCH_DAYS_MAX;
  return isCount ? null : `Type a whole number of days from 1 to ${WATCH_DAYS_MAX}.`;
}
