import { useState } from 'react';
import { ModalDialog, DialogText } from '#components/ui/dialogs/modal-dialog';
import { Segment } from '#components/ui/fields/segment';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient } from '#lib/client/account/account-client';
import { useNow } from '#lib/client/browser/now';
import type { KeyOverlap, KeyRow, MadeKey } from '#lib/contract/account';
import { MINUTE_MS } from '#lib/domain/durations';
import { lastUseSentence, OVERLAP_CHOICES } from '#lib/format/account/key-terms';
import { DialogForm } from '#components/account/forms/dialog-form';
import { useAccountForm } from '#components/account/forms/use-account-form.ts';
import { CreateKeyForm } from './create-key-form.tsx';
import { KeyText } from './key-text.tsx';

/** What is asked about a key in a dialog. */
export type KeyQuestion =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate'; readonly key: KeyRow }
  | { readonly kind: 'revoke'; readonly key: KeyRow };

/** What comes of the dialogs. */
export interface KeyOutcomes {
  readonly onClose: () => void;
  /** Called before the list is asked again: a new key must not wait for anything. */
  readonly onMade: (made: MadeKey) => void;
  readonly onRevoked: (row: KeyRow) => void;
}

/** The dialog of the keys' page, with the form of what is asked. */
export function KeyDialog({
  question,
  isOpen,
  rowOf,
  ...outcomes
}: KeyOutcomes & {
  readonly question: KeyQuestion;
  readonly isOpen: boolean;
  /** The newest that is known of a key. */
  readonly rowOf: (keyId: string) => KeyRow | undefined;
}) {
  const row = question.kind === 'create' ? null : (rowOf(question.key.id) ?? question.key);
  return (
    <ModalDialog
      title={titleOf(question)}
      isOpen={isOpen}
      isAlert={question.kind === 'revoke'}
      onClose={outcomes.onClose}
    >
      {question.kind === 'create' && <CreateKeyForm {...outcomes} />}
      {question.kind === 'rotate' && row && <RotateKeyForm key={row.id} row={row} {...outcomes} />}
      {question.kind === 'revoke' && row && <RevokeKeyForm key={row.id} row={row} {...outcomes} />}
    </ModalDialog>
  );
}

function titleOf(question: KeyQuestion): string {
  switch (question.kind) {
    case 'create':
      return 'Create a key';
    case 'rotate':
      return `Rotate “${question.key.name}”`;
    case 'revoke':
      return `Revoke “${question.key.name}”?`;
  }
}

/** Gives a program a new key while the old one goes on for a while. */
function RotateKeyForm({ row, onClose, onMade }: KeyOutcomes & { readonly row: KeyRow }) {
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
        legend="The old key ends"
        options={OVERLAP_CHOICES}
        chosen={overlap}
        onChoose={setOverlap}
        hint={OVERLAP_CHOICES.find(({ value }) => value === overlap)?.sentence}
      />
    </DialogForm>
  );
}

/** Ends a key for good, once its last four characters were typed. */
function RevokeKeyForm({ row, onClose, onRevoked }: KeyOutcomes & { readonly row: KeyRow }) {
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
