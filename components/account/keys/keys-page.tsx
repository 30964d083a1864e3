'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChevronRight } from 'lucide-react';
import { LatestEvents } from '#components/account/audit-log/audit-event';
import { useDialog } from '#components/account/forms/use-dialog';
import { AccountList } from '#components/account/list/account-list';
import { useAccount, useAccountQuery } from '#components/account/use-account.ts';
import { Card } from '#components/ui/card';
import { AUDIT_LOG_QUERY, KEYS_QUERY } from '#lib/client/account/account-queries';
import { ACTIVE_KEYS_MAX, type KeyRow, type MadeKey } from '#lib/contract/account';
import { FreshSecret } from '#components/account/fresh-secret';
import { curlRequest } from '#lib/format/curl-line';
import { Cell, Row } from '#components/ui/table';
import { Instant } from '#components/account/instant';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import { countTotal } from '#lib/format/account/request-counts';
import { wholeText } from '#lib/format/numbers/number-text';
import { FeedLinksCard } from './feed-links.tsx';
import type { KeyQuestion } from './key-dialog.tsx';
import { KeyNotices, RevokedNotice } from './key-notices.tsx';
import { hasEnded, type KeyFate, keyFate } from './key-states.ts';
import { KeysTable } from './keys-table.tsx';
import { KeyText } from './key-text.tsx';

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

const FIRST_QUESTION = { from: 'USD', to: 'JPY', amount: '1200' };

/** A key that was just made. */
function FreshKey({
  made: { key, secret },
  row,
  onStored,
}: {
  readonly made: MadeKey;
  /** The key as it is listed now. */
  readonly row: KeyRow | undefined;
  readonly onStored: () => void;
}) {
  const curl = (shown: string) => curlRequest(window.location.origin, FIRST_QUESTION, shown);
  return (
    <FreshSecret
      name={`New key ${key.name}`}
      title={`“${key.name}” is ready. Copy the key now.`}
      about="It is shown this once and is not stored in readable form. Lost keys are replaced, not recovered."
      copies={[
        { label: 'Copy key', text: secret },
        { label: 'Copy curl', text: curl(secret), shown: curl(`${key.prefix}…`) },
      ]}
      said={
        row?.lastUsedAt === null || row === undefined
          ? 'Waiting for the first request with this key.'
          : 'The first request with this key has arrived.'
      }
      onStored={onStored}
    />
  );
}

const COLUMNS = ['Name', 'Key', 'Ended', 'Requests, 30 days'];
const LOOKS = { 'Requests, 30 days': 'text-right' };

/** Keys that are refused now, folded away: one looks here when a program is refused. */
function EndedKeys({ keys }: { readonly keys: readonly KeyRow[] }) {
  const ended = keys.filter(hasEnded);
  if (ended.length === 0) return null;
  return (
    <details className="group mt-4">
      <summary className="inline-flex h-8 cursor-pointer items-center gap-1 rounded-control pr-2 text-sm text-text-soft marker:content-none hover:text-text max-phone:mx-4 max-phone:h-10 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        {ended.length === 1 ? '1 ended key' : `${ended.length} ended keys`}
      </summary>
      <div className="mt-2 overflow-hidden rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0">
        <ListTable name="Ended keys" columns={COLUMNS} looks={LOOKS}>
          {ended.map((row) => (
            <Row key={row.id} className={PHONE_GRID}>
              <Cell className="max-w-0 min-w-40 truncate text-text-soft max-phone:max-w-none">
                {row.name}
              </Cell>
              <Cell className="text-text-soft max-phone:col-start-1">
                <KeyText {...row} />
              </Cell>
              <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
                <Ending {...keyFate(row)} />
              </Cell>
              <Cell className="text-right text-text-soft max-phone:col-start-2 max-phone:row-start-1">
                {wholeText(countTotal(row.requests))}
              </Cell>
            </Row>
          ))}
        </ListTable>
      </div>
    </details>
  );
}

function Ending({ word, at }: KeyFate) {
  return (
    <>
      {word} {at !== null && <Instant at={at} />}
    </>
  );
}
