'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LatestEvents } from '#components/account/audit-log/audit-event';
import { useDialog } from '#components/account/forms/use-dialog';
import { AccountList } from '#components/account/list/account-list';
import { useAccount, useAccountQuery } from '#components/account/use-account.ts';
import { Card } from '#components/ui/card';
import { AUDIT_LOG_QUERY, KEYS_QUERY } from '#lib/client/account/account-queries';
import { ACTIVE_KEYS_MAX, type KeyRow, type MadeKey } from '#lib/contract/account';
import { EndedKeys } from './ended-keys.tsx';
import { FeedLinksCard } from './feed-links.tsx';
import { FreshKey } from './fresh-key.tsx';
import type { KeyQuestion } from './key-dialog.tsx';
import { KeyNotices, RevokedNotice } from './key-notices.tsx';
import { hasEnded } from './key-states.ts';
import { KeysTable } from './keys-table.tsx';

const loadDialog = () => import('./key-dialog.tsx');
const CREATE: KeyQuestion = { kind: 'create' };

const NO_KEYS = { title: 'No keys yet', text: 'Create the first key' };
const NONE_IN_USE = { title: 'No keys in use', text: 'Create a key' };

/** The API keys: made, renamed, rotated and revoked here. */
export function KeysPage() {
  const { account } = useAccount();
  const listed = useAccountQuery(KEYS_QUERY);
  const auditLog = useInfiniteQuery({ ...AUDIT_LOG_QUERY, enabled: account !== null });
  const dialog = useDialog(loadDialog, CREATE);
  const [fresh, setFresh] = useState<readonly MadeKey[]>([]);
  const [revoked, setRevoked] = useState<KeyRow | null>(null);
  const ask = (asked: KeyQuestion) => {
    setRevoked(null);
    dialog.ask(asked);
    // What it says of the last use is not half a minute old.
    if (asked.kind === 'revoke') void listed.refetch();
  };
  // Both come at once: either alone would push down what is being read. Keys do not wait for an audit log that fails.
  const keys = auditLog.isPending && auditLog.failureCount === 0 ? undefined : listed.data;
  const inUse = keys?.keys.filter((key) => !hasEnded(key));
  const rowOf = (keyId: string) => keys?.keys.find(({ id }) => id === keyId);
  return (
    <>
      <AccountList
        title="API keys"
        about={
          <>
            Programs need a key for everything but the status report, in the{' '}
            <code className="font-mono text-sm">X-API-Key</code> header. Create one per program, so that one
            can be revoked without stopping the others.
          </>
        }
        what="keys"
        calm="Existing keys keep working; creating and revoking wait."
        asked={listed}
        adding={{
          inUse: keys?.active,
          max: keys?.activeMax ?? ACTIVE_KEYS_MAX,
          roomBy: 'revoke',
          text: 'Create key',
          onPress: () => ask(CREATE),
          isEmpty: inUse?.length === 0,
          blank: keys?.keys.length === 0 ? NO_KEYS : NONE_IN_USE,
        }}
        notices={
          <>
            {dialog.missing}
            {fresh.map((made) => (
              <FreshKey
                key={made.key.id}
                made={made}
                row={rowOf(made.key.id)}
                onStored={() => {
                  setFresh((all) => all.filter((other) => other !== made));
                  focusActions(made.key.id);
                }}
              />
            ))}
            {revoked !== null && <RevokedNotice row={revoked} />}
            {account !== null && keys !== undefined && (
              <KeyNotices
                notices={account.notices}
                keys={keys.keys}
                onRotate={(key) => ask({ kind: 'rotate', key })}
              />
            )}
          </>
        }
      >
        <Card>
          <KeysTable keys={inUse} onAsk={ask} />
        </Card>
      </AccountList>
      {keys !== undefined && <EndedKeys keys={keys.keys} />}
      {keys !== undefined && <FeedLinksCard />}
      {keys !== undefined && keys.keys.length > 0 && (
        <LatestEvents events={auditLog.data?.pages[0]?.events ?? []} />
      )}
      {dialog.part && (
        <dialog.part.KeyDialog
          question={dialog.question}
          isOpen={dialog.isOpen}
          rowOf={rowOf}
          onClose={dialog.close}
          onMade={(made) => {
            setFresh((others) => [made, ...others]);
            dialog.close();
          }}
          onRevoked={(key) => {
            setRevoked(key);
            dialog.close();
          }}
        />
      )}
    </>
  );
}

/** What was focused has left the page; the key's own row is where its story goes on. */
function focusActions(keyId: string): void {
  document.querySelector<HTMLElement>(`[data-key="${CSS.escape(keyId)}"] [aria-haspopup="menu"]`)?.focus();
}
