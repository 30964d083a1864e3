import { useState } from 'react';
import { AccountFormAlert } from '#components/account/forms/account-form';
import { ActionButton } from '#components/account/forms/action-button';
import { thenRefresh, useAccountAction } from '#components/account/forms/use-account-action.ts';
import { Instant } from '#components/account/instant';
import { OnceShown } from '#components/account/once-shown';
import { Card } from '#components/ui/card';
import { accountClient } from '#lib/client/account/account-client';

/** The Atom feed of what was noted: its address is made and revoked here, and shown once. */
export function FeedCard({ madeAt }: { readonly madeAt: string | null }) {
  const action = useAccountAction();
  const [path, setPath] = useState<string | null>(null);
  const address = path === null ? null : new URL(path, window.location.origin).href;
  return (
    <div className="mt-6">
      <Card title="Feed">
        <div className="grid gap-3 px-6 py-4 max-phone:px-4">
          <p className="text-pretty text-text-soft">
            Follow what is noted in a feed reader, at an address of your own. Anybody who has the address can
            read the feed and nothing else.{' '}
            {madeAt !== null && (
              <>
                The address was made on <Instant at={madeAt} />. A new one ends it.
              </>
            )}
          </p>
          {address !== null && (
            <div>
              <p className="font-medium">Copy the address now. It is shown only once.</p>
              <OnceShown look="main" label="Copy address" text={address} />
            </div>
          )}
          <AccountFormAlert problem={action.problem} />
          <div className="flex flex-wrap gap-2">
            <ActionButton
              action={action}
              send={accountClient.makeFeed}
              onDone={thenRefresh((made) => setPath(made.path))}
            >
              {madeAt === null ? 'Make a feed address' : 'Make a new address'}
            </ActionButton>
            {madeAt !== null && (
              <ActionButton
                action={action}
                send={accountClient.revokeFeed}
                onDone={thenRefresh(() => setPath(null))}
              >
                Revoke the address
              </ActionButton>
            )}
          </div>
        </div>
      </Card>
    </div>
  );
}
