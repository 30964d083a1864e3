import { useState } from 'react';
import { CheckBox } from '#components/ui/fields/check-box';
import { FieldError } from '#components/ui/fields/field-error';
import { Segment } from '#components/ui/fields/segment';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient } from '#lib/client/account/account-client';
import { useNow } from '#lib/client/browser/now';
import { KEY_LIMIT_MAX, KEY_NAME_LENGTH_MAX, type KeyLifetime, type MadeKey } from '#lib/contract/account';
import { SOURCE_IDS, type SourceId } from '#lib/domain/source-id';
import { LIFETIME_CHOICES, lifetimeSentence } from '#lib/format/account/key-terms';
import { wholeText } from '#lib/format/numbers/number-text';
import { DialogForm } from '#components/account/forms/dialog-form';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';
import { MINUTE_MS } from '#lib/domain/durations';
import { sourceName } from '#lib/format/sources/source-names';
import { checkKeyName } from './rename-key.tsx';

/** Makes a key: its name, when it ends, how often it may ask, and of whom. */
export function CreateKeyForm({
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
    onDone: (made, refresh) => {
      onMade(made);
      return refresh();
    },
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
