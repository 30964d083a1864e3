import { useState } from 'react';
import { DialogForm } from '#components/account/forms/dialog-form';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';
import { ModalDialog } from '#components/ui/dialogs/modal-dialog';
import { Segment } from '#components/ui/fields/segment';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient } from '#lib/client/account/account-client';
import type { WatchRule } from '#lib/domain/series/pair-watch';
import { readWatchFigure } from '#lib/format/account/watch-words';

const KINDS = [
  { value: 'above', text: 'Above' },
  { value: 'below', text: 'Below' },
] as const;

/** The dialog in which a watch is added. */
export function WatchDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <ModalDialog title="Add a watch" isOpen={isOpen} onClose={onClose}>
      <AddWatchForm onClose={onClose} />
    </ModalDialog>
  );
}

/** A pair, and the threshold to wait for. */
function AddWatchForm({ onClose }: { readonly onClose: () => void }) {
  const [kind, setKind] = useState<WatchRule['kind']>('above');
  const form = useAccountForm({
    fields: {
      base: needed('Type a currency code such as EUR.'),
      quote: needed('Type a currency code such as USD.'),
      threshold: (text: string) => {
        const read = readWatchFigure(text);
        return read.ok ? null : read.error;
      },
    },
    send: (text) => {
      const threshold = readWatchFigure(text('threshold'));
      return accountClient.addWatch({
        base: text('base').trim(),
        quote: text('quote').trim(),
        rule: { kind, threshold: threshold.ok ? threshold.value : Number.NaN },
      });
    },
    onDone: async (_, refresh) => {
      await refresh();
      onClose();
    },
  });
  return (
    <DialogForm form={form} label="Add a watch" action="Add watch" onClose={onClose}>
      <div className="grid grid-cols-2 gap-4">
        <CodeOf name="base" label="One unit of" error={form.error('base')} />
        <CodeOf name="quote" label="Costs, in" error={form.error('quote')} />
      </div>
      <Segment look="field" legend="Tell me when it is" options={KINDS} chosen={kind} onChoose={setKind} />
      <TextField
        name="threshold"
        label="Threshold"
        error={form.error('threshold')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        required
      />
    </DialogForm>
  );
}

function CodeOf(field: { readonly name: string; readonly label: string; readonly error: string | null }) {
  return <TextField {...field} autoComplete="off" autoCapitalize="characters" maxLength={10} required />;
}
