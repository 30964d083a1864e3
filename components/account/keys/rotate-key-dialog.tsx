import { useState } from 'react';
import { ModalDialog, DialogText } from '#components/ui/dialogs/modal-dialog';
import { Segment } from '#components/ui/fields/segment';
import { accountClient } from '#lib/client/account/account-client';
import type { KeyOverlap, KeyRow, MadeKey } from '#lib/contract/account';
import { OVERLAP_CHOICES, overlapSentence } from '#lib/format/account/key-terms';
import { DialogForm } from '#components/account/forms/dialog-form';
import { KeyText } from './key-text.tsx';
import { useAccountForm } from '#components/account/forms/use-account-form.ts';
import { useLastAsked } from './use-last-asked.ts';

/** Gives a program a new key while the old one goes on for a while. */
export function RotateKeyDialog({
  asked,
  onClose,
  onMade,
}: {
  readonly asked: KeyRow | null;
  readonly onClose: () => void;
  readonly onMade: (made: MadeKey) => void;
}) {
  const key = useLastAsked(asked);
  if (key === null) return null;
  return (
    <ModalDialog title={`Rotate “${key.name}”`} isOpen={asked !== null} onClose={onClose}>
      <RotateKeyForm row={key} onClose={onClose} onMade={onMade} />
    </ModalDialog>
  );
}

function RotateKeyForm({
  row,
  onClose,
  onMade,
}: {
  readonly row: KeyRow;
  readonly onClose: () => void;
  readonly onMade: (made: MadeKey) => void;
}) {
  const [overlap, setOverlap] = useState<KeyOverlap>('24h');
  const form = useAccountForm({
    fields: {},
    send: () => accountClient.rotateKey({ id: row.id, overlap }),
    onDone: (made, refresh) => {
      onMade(made);
      return refresh();
    },
  });
  return (
    <DialogForm form={form} label={`Rotate ${row.name}`} action="Rotate key" onClose={onClose}>
      <DialogText>
        A new key with the same name, limit and sources takes the place of <KeyText {...row} />. Give it to
        the program before the old one ends.
      </DialogText>
      <Segment
        look="field"
        name="overlap"
        legend="The old key ends"
        options={OVERLAP_CHOICES}
        chosen={overlap}
        onChoose={setOverlap}
        hint={overlapSentence(overlap)}
      />
    </DialogForm>
  );
}
