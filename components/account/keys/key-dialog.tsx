import { useState } from 'react';
import { DialogText, ModalDialog } from '#components/ui/dialogs/modal-dialog';
import { Segment } from '#components/ui/fields/segment';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient } from '#lib/client/account/account-client';
import { useNow } from '#lib/client/browser/now';
import {
  type ChangedKey,
  KEY_LIMIT_MAX,
  KEY_NAME_LENGTH_MAX,
  type KeyLifetime,
  type KeyOverlap,
  type KeyRow,
  type MadeKey,
} from '#lib/contract/account';
import { MINUTE_MS } from '#lib/domain/durations';
import {
  lastUseSentence,
  LIFETIME_CHOICES,
  lifetimeSentence,
  OVERLAP_CHOICES,
} from '#lib/format/account/key-terms';
import { DialogForm } from '#components/account/forms/dialog-form';
import { thenRefresh } from '#components/account/forms/use-account-action.ts';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';
import { KeyText } from './key-text.tsx';
import { CheckBox } from '#components/ui/fields/check-box';
import { FieldError } from '#components/ui/fields/field-error';
import { SOURCE_IDS, type SourceId } from '#lib/domain/source-id';
import { wholeText } from '#lib/format/numbers/number-text';
import { sourceName } from '#lib/format/sources/source-names';
import { checkKeyName } from './rename-key.tsx';

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
    onDone: thenRefresh(onMade),
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
    onDone: thenRefresh(({ key }: ChangedKey) => onRevoked(key)),
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

/** Makes a key: its name, when it ends, how often it may ask, and of whom. */
function CreateKeyForm({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (made: MadeKey) => void;
}) {
  const [expires, setExpires] = useState<KeyLifetime>('90d');
  const now = useNow(MINUTE_MS, 0);
  const form = useAccountForm({
    fields: { name: checkKeyName, limit: checkLimit, source: needed('Tick at least one source.') },
    send: (text, values) =>
      accountClient.makeKey({
        name: text('name'),
        expires,
        limitPerMinute: text('limit').trim() === '' ? null : Number(text('limit')),
        allowedSources: sourcesOf(values),
      }),
    onDone: thenRefresh(onMade),
  });
  return (
    <DialogForm form={form} label="Create a key" action="Create key" onClose={onClose}>
      <TextField
        name="name"
        label="Name"
        hint="Name the program that will use it."
        autoComplete="off"
        maxLength={KEY_NAME_LENGTH_MAX}
        required
        error={form.error('name')}
      />
      <Segment
        look="field"
        legend="Expires after"
        options={LIFETIME_CHOICES}
        chosen={expires}
        onChoose={setExpires}
        hint={lifetimeSentence(expires, now)}
      />
      <TextField
        name="limit"
        label="Limit, requests a minute"
        hint="Leave empty for this server’s own limit."
        inputMode="numeric"
        autoComplete="off"
        error={form.error('limit')}
      />
      <AllowedSources error={form.error('source')} />
    </DialogForm>
  );
}

function AllowedSources({ error }: { readonly error: string | null }) {
  return (
    <fieldset aria-describedby="sources-error">
      <legend className="mb-1 text-sm font-medium">Allowed sources</legend>
      <div className="grid grid-cols-2 gap-x-4 max-phone:grid-cols-[auto_auto]">
        {SOURCE_IDS.map((source) => (
          <CheckBox key={source} name="source" value={source} isTicked>
            {sourceName(source)}
          </CheckBox>
        ))}
      </div>
      <FieldError id="sources-error" error={error} />
    </fieldset>
  );
}

function checkLimit(text: string): string | null {
  const limit = text.trim();
  const isLimit =
    limit === '' || (/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= KEY_LIMIT_MAX);
  return isLimit ? null : `A whole number from 1 to ${wholeText(KEY_LIMIT_MAX)}, or nothing.`;
}

/** All ticked means all there will ever be, not the nine of today. */
function sourcesOf(values: FormData): readonly SourceId[] | null {
  const ticked = SOURCE_IDS.filter((source) => values.getAll('source').includes(source));
  return ticked.length === SOURCE_IDS.length ? null : ticked;
}
