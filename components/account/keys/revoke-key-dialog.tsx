import { useState } from 'react';
import { ModalDialog, DialogText } from '#components/ui/dialogs/modal-dialog';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient } from '#lib/client/account/account-client';
import { useNow } from '#lib/client/browser/now';
import type { KeyRow } from '#lib/contract/account';
import { lastUseSentence } from '#lib/format/account/key-terms';
import { DialogForm } from '#components/account/forms/dialog-form';
import { KeyText } from './key-text.tsx';
import { useAccountForm } from '#components/account/forms/use-account-form.ts';
import { useLastAsked } from './use-last-asked.ts';
import { MINUTE_MS } from '#lib/domain/durations';

/** Ends a key for good, once its last four characters were typed. */
export function RevokeKeyDialog({
  asked,
  onClose,
  onRevoked,
}: {
  readonly asked: KeyRow | null;
  readonly onClose: () => void;
  readonly onRevoked: (row: KeyRow) => void;
}) {
  const key = useLastAsked(asked);
  if (key === null) return null;
  return (
    <ModalDialog title={`Revoke “${key.name}”?`} isOpen={asked !== null} isAlert onClose={onClose}>
      <RevokeKeyForm row={key} onClose={onClose} onRevoked={onRevoked} />
    </ModalDialog>
  );
}

function RevokeKeyForm({
  row,
  onClose,
  onRevoked,
}: {
  readonly row: KeyRow;
  readonly onClose: () => void;
  readonly onRevoked: (row: KeyRow) => void;
}) {
  const [typed, setTyped] = useState('');
  const now = useNow(MINUTE_MS, 0);
  const form = useAccountForm({
    fields: { confirmation: null },
    send: (text) => accountClient.revokeKey({ id: row.id, confirmation: text('confirmation') }),
    places: { wrong_confirmation: 'confirmation' },
    onDone: ({ key }, refresh) => {
      onRevoked(key);
      return refresh();
    },
  });
  return (
    <DialogForm
      form={form}
      label={`Revoke ${row.name}`}
      action="Revoke key"
      look="stop"
      isDisabled={typed !== row.last4 && typed !== row.name}
      wayOut="Keep the key"
      onClose={onClose}
    >
      <DialogText>
        Requests with <KeyText {...row} /> are refused within 2 seconds, everywhere. This cannot be undone.{' '}
        {lastUseSentence(row, now)}
      </DialogText>
      <TextField
        name="confirmation"
        label={
          <>
            Type the last four characters, <span className="font-mono">{row.last4}</span>
          </>
        }
        autoComplete="off"
        isCode
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
        error={form.error('confirmation')}
      />
    </DialogForm>
  );
}
