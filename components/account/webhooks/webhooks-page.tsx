'use client';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AccountPart } from '#components/account/account-part';
import { AccountFormAlert } from '#components/account/forms/account-form';
import { useAccountAction } from '#components/account/forms/use-account-action.ts';
import { useDialog } from '#components/account/forms/use-dialog';
import { OnceShown } from '#components/account/once-shown';
import { useAccount } from '#components/account/use-account.ts';
import { Button } from '#components/ui/buttons/button';
import { CopyButton } from '#components/ui/buttons/copy-button';
import { Card } from '#components/ui/card';
import { Blank } from '#components/ui/notices/blank';
import { PageHead } from '#components/ui/page-head';
import { Skeleton } from '#components/ui/skeleton';
import { WEBHOOKS_QUERY } from '#lib/client/account/account-queries';
import { useLeaveGuard } from '#lib/client/account/leave-guard';
import { type AddedWebhook, WEBHOOKS_MAX } from '#lib/contract/webhooks';
import { WebhookCard } from './webhook-card.tsx';

const loadDialog = () => import('./webhook-dialog.tsx');

/** The addresses that the account's messages are sent to. */
export function WebhooksPage() {
  const { account } = useAccount();
  const listed = useQuery({ ...WEBHOOKS_QUERY, enabled: account !== null });
  const action = useAccountAction();
  const dialog = useDialog(loadDialog, null);
  const [added, setAdded] = useState<AddedWebhook | null>(null);
  const webhooks = listed.data?.webhooks;
  const add = () => dialog.ask(null);
  return (
    <>
      <PageHead
        title="Webhooks"
        action={
          webhooks?.length !== 0 && (
            <Button
              look="main"
              onClick={add}
              disabled={webhooks === undefined || webhooks.length >= WEBHOOKS_MAX}
            >
              <Plus aria-hidden="true" className="size-4" />
              Add webhook
            </Button>
          )
        }
      >
        Signed messages to your own address when a watch crosses or a source changes its state.
      </PageHead>
      {dialog.missing}
      {added !== null && <FreshSecret added={added} onStored={() => setAdded(null)} />}
      <div className="mb-4 empty:hidden max-phone:mx-4">
        <AccountFormAlert problem={action.problem} />
      </div>
      <AccountPart
        asked={listed}
        title="Your webhooks could not be listed"
        calm="Messages go on being sent; adding and removing wait."
      >
        {webhooks === undefined && (
          <Card isBusy>
            <div className="px-6 py-4">
              <Skeleton width="30ch" />
            </div>
          </Card>
        )}
        {webhooks?.length === 0 && (
          <Card>
            <NoWebhooks onAdd={add} />
          </Card>
        )}
        <div className="grid gap-6 empty:hidden">
          {webhooks?.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} action={action} />
          ))}
        </div>
      </AccountPart>
      {dialog.part && (
        <dialog.part.WebhookDialog
          isOpen={dialog.isOpen}
          onClose={dialog.close}
          onAdded={(made) => {
            setAdded(made);
            dialog.close();
          }}
        />
      )}
    </>
  );
}

function NoWebhooks({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <Blank
      title="No webhooks yet"
      actions={
        <Button look="main" onClick={onAdd}>
          <Plus aria-hidden="true" className="size-4" />
          Add the first webhook
        </Button>
      }
    >
      <p>
        A webhook gets a POST for each message, signed by the scheme of Standard Webhooks. What it does not
        take is sent again for three days, in order.
      </p>
    </Blank>
  );
}

/** The secret of a webhook that was just added: shown this once. */
function FreshSecret({ added, onStored }: { readonly added: AddedWebhook; readonly onStored: () => void }) {
  const [isCopied, setIsCopied] = useState(false);
  useLeaveGuard(!isCopied);
  return (
    <section
      aria-label="New webhook"
      className="mb-5 rounded-card border border-l-3 border-accent-line border-l-accent bg-surface px-5 pt-4 pb-5 max-phone:mx-4 max-phone:mb-4 max-phone:p-3.5 print:hidden"
    >
      <h2 className="text-lg font-semibold tracking-title">The webhook is added. Copy its secret now.</h2>
      <p className="text-pretty text-text-soft">
        Your program verifies messages with it. It is shown this once; a lost one is replaced by a new
        webhook.
      </p>
      <OnceShown text={added.secret}>
        <CopyButton look="main" label="Copy secret" text={added.secret} onCopied={() => setIsCopied(true)} />
      </OnceShown>
      <div className="mt-3.5">
        <Button look="line" onClick={onStored}>
          I have stored it
        </Button>
      </div>
    </section>
  );
}
