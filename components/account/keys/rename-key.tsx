import { useId } from 'react';
import { Button } from '#components/ui/buttons/button';
import { FieldError } from '#components/ui/fields/field-error';
import { accountClient } from '#lib/client/account/account-client';
import { KEY_NAME_LENGTH_MAX, type KeyRow } from '#lib/contract/account';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';

/** What can be said against a key's name without asking the service. */
export const checkKeyName = needed('Name the program that will use it.');

/** The name of a key to be typed anew, in its place: Enter keeps it, Esc leaves the old one. */
export function RenameKey({ row, onEnd }: { readonly row: KeyRow; readonly onEnd: () => void }) {
  const id = useId();
  const form = useAccountForm({
    fields: { name: checkKeyName },
    send: (text) => accountClient.renameKey({ id: row.id, name: text('name') }),
    places: { invalid_parameter: 'name' },
    onDone: async (_, refresh) => {
      await refresh();
      onEnd();
    },
  });
  const error = form.error('name') ?? form.problem?.message ?? null;
  return (
    <form {...form.props} aria-label={`Rename ${row.name}`} className="py-1.5 max-phone:py-0">
      <input
        name="name"
        defaultValue={row.name}
        aria-label="Name"
        aria-invalid={error !== null || undefined}
        aria-describedby={id}
        autoComplete="off"
        maxLength={KEY_NAME_LENGTH_MAX}
        // The visitor has just asked to type here.
        ref={selectAll}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEnd();
        }}
        className="h-8 w-full min-w-0 rounded-control bg-surface px-2 inset-ring inset-ring-control outline-none focus:inset-ring-2 focus:inset-ring-focus max-phone:h-10 max-phone:text-lg"
      />
      <FieldError id={id} error={error} />
      <div className="mt-1.5 flex gap-1.5">
        <Button look="line" size="sm" type="submit" aria-disabled={form.isBusy || undefined}>
          Rename
        </Button>
        <Button look="ghost" size="sm" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function selectAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
