'use client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Blank } from '#components/ui/notices/blank';
import { Button } from '#components/ui/buttons/button';
import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import { AUDIT_LOG_QUERY, KEYS_QUERY } from '#lib/client/account/account-queries';
import { ACTIVE_KEYS_MAX, type KeyRow, type Keys, type MadeKey } from '#lib/contract/account';
import { useDialog } from '#components/account/forms/use-dialog';
import { AccountPart } from '#components/account/account-part';
import { EndedKeys } from './ended-keys.tsx';
import { FreshKey } from './fresh-key.tsx';
import { hasEnded } from './key-states.ts';
import { KeyNotices, RevokedNotice } from './key-notices.tsx';
import type { KeyQuestion } from './key-dialog.tsx';
import { KeysTable } from './keys-table.tsx';
import { LatestEvents } from '#components/account/audit-log/audit-event';
import { useAccount } from '#components/account/use-account.ts';

const loadDialog = () => import('./key-dialog.tsx');
const CREATE: KeyQuestion = { kind: 'create' };

/** The API keys: made, renamed, rotated and revoked here. */
export function KeysPage() {
  const { account } = useAccount();
  const listed = useQuery({ ...KEYS_QUERY, enabled: account !== null });
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
  const create = () => ask(CREATE);
  // Both come at once: either alone would push down what is being read. Keys do not wait for an audit log that fails.
  const keys = auditLog.isPending && auditLog.failureCount === 0 ? undefined : listed.data;
  const rowOf = (keyId: string) => keys?.keys.find(({ id }) => id === keyId);
  return (
    <>
      <PageHead title="API keys" action={<CreateButton keys={keys} onPress={create} />}>
        A key goes into the <code className="font-mono text-sm">X-API-Key</code> header.{' '}
        <span className={`whitespace-nowrap ${keys === undefined ? 'invisible' : ''}`}>
          {keys?.active ?? 0} of {keys?.activeMax ?? ACTIVE_KEYS_MAX} in use.
        </span>
      </PageHead>
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
      <AccountPart
        asked={listed}
        title="Your keys could not be listed"
        calm="Existing keys keep working; creating and revoking wait."
      >
        <Card>
          <KeysInUse keys={keys?.keys} onCreate={create} onAsk={ask} />
        </Card>
      </AccountPart>
      {keys !== undefined && <EndedKeys keys={keys.keys} />}
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

function CreateButton({ keys, onPress }: { readonly keys: Keys | undefined; readonly onPress: () => void }) {
  if (keys !== undefined && keys.keys.every(hasEnded)) return null;
  const isFull = keys !== undefined && keys.active >= keys.activeMax;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isFull && (
        <span id="keys-full" className="text-sm text-text-soft">
          All {keys.activeMax} are in use: revoke one first.
        </span>
      )}
      <Button
        look="main"
        onClick={onPress}
        disabled={keys === undefined || isFull}
        aria-describedby={isFull ? 'keys-full' : undefined}
      >
        <Plus aria-hidden="true" className="size-4" />
        Create key
      </Button>
    </div>
  );
}

function KeysInUse({
  keys,
  onCreate,
  onAsk,
}: {
  readonly keys: readonly KeyRow[] | undefined;
  readonly onCreate: () => void;
  readonly onAsk: (question: KeyQuestion) => void;
}) {
  const inUse = keys?.filter((key) => !hasEnded(key));
  if (inUse?.length !== 0) return <KeysTable keys={inUse} onAsk={onAsk} />;
  return (
    <Blank
      title={keys?.length === 0 ? 'No keys yet' : 'No keys in use'}
      actions={
        <Button look="main" onClick={onCreate}>
          <Plus aria-hidden="true" className="size-4" />
          {keys?.length === 0 ? 'Create the first key' : 'Create a key'}
        </Button>
      }
    >
      <p>
        Programs need a key for everything but the status report. Create one per program, so that one can be
        revoked without stopping the others.
      </p>
    </Blank>
  );
}
