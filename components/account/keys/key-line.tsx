import { useRef, useState } from 'react';
import { Cell, Row } from '#components/ui/table';
import { Tag } from '#components/ui/tag';
import { useNow } from '#lib/client/browser/now';
import { Instant } from '#components/account/instant';
import { PHONE_GRID } from '#components/account/loading-rows';
import type { KeyRow } from '#lib/contract/account';
import { limitText, remainingText, usedText } from '#lib/format/account/key-terms';
import { countTotal, requestsSummary } from '#lib/format/account/request-counts';
import { wholeText } from '#lib/format/numbers/number-text';
import { KeyActions } from './key-actions.tsx';
import { KeyText } from './key-text.tsx';
import type { KeyQuestion } from './key-dialog.tsx';
import { RenameKey } from './rename-key.tsx';
import { MINUTE_MS, SECOND_MS } from '#lib/domain/durations';
import { shortSourceName } from '#lib/format/sources/source-names';

/** A key in use. On a phone: name and requests, key and actions, when it was used. */
export function KeyLine({
  row,
  most,
  onAsk,
}: {
  readonly row: KeyRow;
  /** The most requests of a day in the whole table, at least 1. */
  readonly most: number;
  readonly onAsk: (question: KeyQuestion) => void;
}) {
  const actions = useRef<HTMLButtonElement>(null);
  const [isRenaming, setIsRenaming] = useState(false);
  const stopRenaming = () => {
    setIsRenaming(false);
    actions.current?.focus();
  };
  return (
    <Row data-key={row.id} className={PHONE_GRID}>
      <Cell className="max-w-0 min-w-66 max-xl:min-w-48 max-phone:max-w-none max-phone:min-w-0">
        {isRenaming ? <RenameKey row={row} onEnd={stopRenaming} /> : <KeyName row={row} />}
      </Cell>
      <Cell className="max-phone:col-start-1">
        <KeyText {...row} />
      </Cell>
      <Cell className="whitespace-nowrap text-text-soft max-xl:hidden">
        <Instant at={row.createdAt} />
      </Cell>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <LastUsed at={row.lastUsedAt} />
      </Cell>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <span className="text-text-muted phone:hidden">expires </span>
        <Expiry row={row} />
      </Cell>
      <Cell className="text-right max-phone:col-start-2 max-phone:row-start-1">
        <Requests row={row} most={most} />
      </Cell>
      <Cell className="w-0 text-right max-phone:col-start-2 max-phone:row-span-2 max-phone:row-start-2 max-phone:w-auto">
        <KeyActions
          row={row}
          buttonRef={actions}
          onRename={() => setIsRenaming(true)}
          onRotate={() => onAsk({ kind: 'rotate', key: row })}
          onRevoke={() => onAsk({ kind: 'revoke', key: row })}
        />
      </Cell>
    </Row>
  );
}

function LastUsed({ at }: { readonly at: string | null }) {
  const now = useNow(SECOND_MS, 0);
  return (
    <>
      <span className="text-text-muted phone:hidden">used </span>
      {at === null ? 'never' : <Instant at={at}>{usedText(now - Date.parse(at))}</Instant>}
    </>
  );
}

function Expiry({ row: { expiresAt, endsAt } }: { readonly row: KeyRow }) {
  const now = useNow(SECOND_MS, 0);
  if (endsAt !== null) return <Instant at={endsAt}>in {remainingText(Date.parse(endsAt) - now)}</Instant>;
  return expiresAt === null ? 'never' : <Instant at={expiresAt} />;
}

/** The requests of the last days: the words, the sum, and a bar for each day. */
function Requests({ row, most }: { readonly row: KeyRow; readonly most: number }) {
  const now = useNow(MINUTE_MS, 0);
  return (
    <span className="inline-flex items-center gap-3" title={requestsSummary(row.requests, now)}>
      <span className="sr-only">{requestsSummary(row.requests, now)}</span>
      <span aria-hidden="true" className="flex h-6 flex-none items-end gap-px max-xl:hidden">
        {row.requests.map((count, day) => (
          // A day has no other name than its place; a quiet one still has its bar.
          <span
            key={day}
            className="min-h-px w-[3px] bg-text-muted"
            style={{ height: `${(100 * count) / most}%` }}
          />
        ))}
      </span>
      <span aria-hidden="true" className="min-w-14">
        {wholeText(countTotal(row.requests))}
        <span className="block text-xs text-text-muted phone:hidden">in 30 days</span>
      </span>
    </span>
  );
}

/** The name of a key, and under it what is special about it. */
function KeyName({ row }: { readonly row: KeyRow }) {
  const limit = limitText(row.limitPerMinute);
  const sources =
    row.allowedSources === null ? null : `${row.allowedSources.map(shortSourceName).join(', ')} only`;
  const hasTags = limit !== null || sources !== null || row.state === 'ending';
  return (
    <div className={hasTags ? 'py-2 max-phone:py-0' : ''}>
      <b className="block truncate font-medium" title={row.name}>
        {row.name}
      </b>
      {hasTags && (
        <span className="mt-0.5 flex flex-wrap gap-1.5">
          {row.state === 'ending' && row.endsAt !== null && (
            <Tag tone="late">
              Rotated, both work for <Left until={row.endsAt} />
            </Tag>
          )}
          {sources !== null && <Tag>{sources}</Tag>}
          {limit !== null && <Tag>{limit}</Tag>}
        </span>
      )}
    </div>
  );
}

function Left({ until }: { readonly until: string }) {
  const now = useNow(SECOND_MS, 0);
  return <time dateTime={until}>{remainingText(Date.parse(until) - now)}</time>;
}
