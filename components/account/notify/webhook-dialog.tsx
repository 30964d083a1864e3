import { DialogForm } from '#components/account/forms/dialog-form';
import { thenRefresh } from '#components/account/forms/use-account-action.ts';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';
import { ModalDialog } from '#components/ui/dialogs/modal-dialog';
import { CheckBox } from '#components/ui/fields/check-box';
import { FieldError } from '#components/ui/fields/field-error';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient } from '#lib/client/account/account-client';
import type { AddedWebhook } from '#lib/contract/account';
import { SUBJECT_WORDS, WEBHOOK_SUBJECTS } from '#lib/domain/webhook';

interface DialogOutcomes {
  readonly onClose: () => void;
  /** Called before the list is asked again: the secret must not wait for anything. */
  readonly onAdded: (added: AddedWebhook) => void;
}

/** The dialog in which a webhook is added. */
export function WebhookDialog({ isOpen, ...outcomes }: DialogOutcomes & { readonly isOpen: boolean }) {
  return (
    <ModalDialog title="Add a webhook" isOpen={isOpen} onClose={outcomes.onClose}>
      <AddWebhookForm {...outcomes} />
    </ModalDialog>
  );
}

function AddWebhookForm({ onClose, onAdded }: DialogOutcomes) {
  const form = useAccountForm({
    fields: {
      url: needed('Type an address such as https://example.org/hook.'),
      subject: needed('Tick at least one.'),
    },
    send: (text, values) =>
      accountClient.addWebhook({
        url: text('url').trim(),
        subjects: WEBHOOK_SUBJECTS.filter((subject) => values.getAll('subject').includes(subject)),
      }),
    places: { invalid_parameter: 'url' },
    onDone: thenRefresh(onAdded),
  });
  return (
    <DialogForm form={form} label="Add a webhook" action="Add webhook" onClose={onClose}>
      <TextField
        name="url"
        label="Address"
        type="url"
        hint="An https address of your own program."
        autoComplete="off"
        isCode
        maxLength={500}
        required
        error={form.error('url')}
      />
      <fieldset aria-describedby="subject-error">
        <legend className="mb-1 text-sm font-medium">Send a message when</legend>
        {WEBHOOK_SUBJECTS.map((subject) => (
          <CheckBox key={subject} name="subject" value={subject} isTicked>
            {SUBJECT_WORDS[subject]}
          </CheckBox>
        ))}
        <FieldError id="subject-error" error={form.error('subject')} />
      </fieldset>
    </DialogForm>
  );
}
