'use client';
import { useState } from 'react';
import { useAccountAction } from '#components/account/forms/use-account-action.ts';
import { useDialog } from '#components/account/forms/use-dialog';
import { FreshSecret } from '#components/account/fresh-secret';
import { AccountList } from '#components/account/list/account-list';
import { useAccountQuery } from '#components/account/use-account.ts';
import { Card } from '#components/ui/card';
import { Skeleton } from '#components/ui/skeleton';
import { WEBHOOKS_QUERY } from '#lib/client/account/account-queries';
import type { AddedWebhook } from '#lib/contract/account';
import { WEBHOOKS_MAX } from '#lib/domain/webhook';
import { WebhookCard } from './webhook-card.tsx';

const loadDialog = () => import('./webhook-dialog.tsx');

/** The addresses that the account's messages are sent to. */
export function WebhooksPage() {
  const listed = useAccountQuery(WEBHOOKS_QUERY);
  const action = useAccountAction();
  const dialog = useDialog(loadDialog, null);
  const [added, setAdded] = useState<AddedWebhook | null>(null);
  const webhooks = listed.data;
  return (
    <>
      <AccountList
        title="Webhooks"
        about="Messages to your own address when a watch crosses or a source changes its state. Each is a POST, signed by the scheme of Standard Webhooks; what is not taken is sent again for three days, in order."
        what="webhooks"
        calm="Messages go on being sent; adding and removing wait."
        asked={listed}
        adding={{
          inUse: webhooks?.length,
          max: WEBHOOKS_MAX,
          roomBy: 'remove',
          text: 'Add webhook',
          onPress: () => dialog.ask(null),
          isEmpty: webhooks?.length === 0,
          blank: { title: 'No webhooks yet', text: 'Add the first webhook' },
        }}
        notices={
          <>
            {dialog.missing}
            {added !== null && (
              <FreshSecret
                key={added.secret}
                name="New webhook"
                title="The webhook is added. Copy its secret now."
                about="Your program verifies messages with it. It is shown this once; a lost one is replaced by a new webhook."
                copies={[{ label: 'Copy secret', text: added.secret }]}
                onStored={() => setAdded(null)}
              />
            )}
          </>
        }
        problem={action.problem}
      >
        <div className="grid gap-6">
          {webhooks?.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} action={action} />) ?? (
            <Card isBusy>
              <div className="px-6 py-4">
                <Skeleton width="30ch" />
              </div>
            </Card>
          )}
        </div>
      </AccountList>
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
