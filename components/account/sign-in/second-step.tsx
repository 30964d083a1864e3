'use client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient } from '#lib/client/account/account-client';
import { AccountFormAlert, PageForm } from '#components/account/forms/account-form';
import { CodeField } from '#components/account/forms/fields';
import { AuthNote, AuthCard, OperatorCommand } from './auth-card.tsx';
import { useAccountAction } from '#components/account/forms/use-account-action.ts';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';

/** The second half of signing in: a code of the authenticator, or a recovery code. */
export function SecondStep() {
  const [isRecovery, setIsRecovery] = useState(false);
  const startOver = useAccountAction();
  const place = useRef<HTMLDivElement>(null);
  // The step before has left the page, and its focus with it.
  useEffect(() => place.current?.querySelector('input')?.focus(), [isRecovery]);
  return (
    <AuthCard
      title="Second factor"
      lead={
        isRecovery
          ? 'One of the recovery codes that you stored. Each works once.'
          : 'The password was right. Now the six digits that your authenticator shows.'
      }
      aside={
        <AuthNote title="No authenticator at hand?">
          <p>
            Use one of your recovery codes. Without either, whoever runs this server can print a link that
            sets a new password and turns the second factor off:
          </p>
          <OperatorCommand keys="reset-link --drop-second-factor you@example.org" />
        </AuthNote>
      }
    >
      <div ref={place} className="grid gap-4">
        <StepForm key={String(isRecovery)} isRecovery={isRecovery} />
        <div className="-ml-3 flex flex-wrap gap-1">
          <Button look="ghost" onClick={() => setIsRecovery(!isRecovery)}>
            {isRecovery ? 'Use the authenticator' : 'Use a recovery code'}
          </Button>
          <Button look="ghost" onClick={() => void startOver.run(accountClient.signOut)}>
            Start again
          </Button>
        </div>
        <AccountFormAlert problem={startOver.problem} />
      </div>
    </AuthCard>
  );
}

function StepForm({ isRecovery }: { readonly isRecovery: boolean }) {
  const form = useAccountForm({
    fields: { code: needed(isRecovery ? 'Type a recovery code.' : 'Type the six digits.') },
    send: (text) =>
      accountClient.secondFactor(isRecovery ? { recoveryCode: text('code') } : { code: text('code') }),
    places: { wrong_code: 'code' },
  });
  return (
    <PageForm form={form} label="Second factor" action="Confirm">
      {isRecovery ? (
        <TextField
          name="code"
          label="Recovery code"
          hint="In capital or small letters, with or without the hyphens."
          autoComplete="off"
          isCode
          required
          error={form.error('code')}
        />
      ) : (
        <CodeField error={form.error('code')} />
      )}
    </PageForm>
  );
}
