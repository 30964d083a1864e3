import { Ellipsis } from 'lucide-react';
import { lazy, type RefObject, useRef, useState } from 'react';
import { buttonLook } from '#components/ui/buttons/button';
import { OnceWanted } from '#components/ui/buttons/once-wanted';
import { Cell, Row } from '#components/ui/table';
import { Tag } from '#components/ui/tag';
import { Instant } from '#components/account/instant';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import { useNow } from '#lib/client/browser/now';
import type { KeyRow } from '#lib/contract/account';
import { SECOND_MS } from '#lib/domain/durations';
import { limitText, remainingText, usedText } from '#lib/format/account/key-terms';
import { countTotal, requestsSummary } from '#lib/format/account/request-counts';
import { wholeText } from '#lib/format/numbers/number-text';
import { shortSourceName } from '#lib/format/sources/source-names';
import type { KeyQuestion } from './key-dialog.tsx';
import { KeyText } from './key-text.tsx';
import { RenameKey } from './rename-key.tsx';

const COLUMNS = ['Name', 'Key', 'Created', 'Last used', 'Expires', 'Requests, 30 days'];
const LOOKS = { Created: 'max-xl:hidden', 'Requests, 30 days': 'text-right' };
const WIDTHS = ['14ch', '17ch', '9ch', '8ch', '9ch', '6ch'];

/** The keys in use; undefined while they load. */
export function KeysTable({
  keys,
  onAsk,
}: {
  readonly keys: readonly KeyRow[] | undefined;
  readonly onAsk: (question: KeyQuestion) => void;
}) {
  const most = Math.max(1, ...(keys ?? []).flatMap(({ requests }) => requests));
  return (
    <ListTable name="API keys" columns={COLUMNS} looks={LOOKS} widths={WIDTHS} likelyRows={4} hasActions>
      {keys?.map((key) => (
        <KeyLine key={key.id} row={key} most={most} onAsk={onAsk} />
      ))}
    </ListTable>
  );
}

/** A key in use. On a phone: name and requests, key and actions, when it was used. */
function KeyLine({
  row,
  most,
  onAsk,
}: {
  readonly row: KeyRow;
  /** The most requests of a day in the whole table, at least 1. */
  readonly most: number;
  readonly onAsk: (question: KeyQuestion) => void;
}) {
  const now = useNow(SECOND_MS, 0);
  const actions = useRef<HTMLButtonElement>(null);
  const [isRenaming, setIsRenaming] = useState(false);
  const stopRenaming = () => {
    setIsRenaming(false);
    actions.current?.focus();
  };
  return (
    <Row data-key={row.id} className={PHONE_GRID}>
      <Cell className="max-w-0 min-w-66 max-xl:min-w-48 max-phone:max-w-none max-phone:min-w-0">
        {isRenaming ? <RenameKey row={row} onEnd={stopRenaming} /> : <KeyName row={row} now={now} />}
      </Cell>
      <Cell className="max-phone:col-start-1">
        <KeyText {...row} />
      </Cell>
      <Cell className="whitespace-nowrap text-text-soft max-xl:hidden">
        <Instant at={row.createdAt} />
      </Cell>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <span className="text-text-muted phone:hidden">used </span>
        {row.lastUsedAt === null ? (
          'never'
        ) : (
          <Instant at={row.lastUsedAt}>{usedText(now - Date.parse(row.lastUsedAt))}</Instant>
        )}
      </Cell>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <span className="text-text-muted phone:hidden">expires </span>
        <Expiry row={row} now={now} />
      </Cell>
      <Cell className="text-right max-phone:col-start-2 max-phone:row-start-1">
        <Requests row={row} most={most} now={now} />
      </Cell>
      <Cell className="w-0 text-right max-phone:col-start-2 max-phone:row-span-2 max-phone:row-start-2 max-phone:w-auto">
        <KeyActions row={row} buttonRef={actions} onRename={() => setIsRenaming(true)} onAsk={onAsk} />
      </Cell>
    </Row>
  );
}

/** A key at an instant, in epoch milliseconds. */
interface KeyNow {
  readonly row: KeyRow;
  readonly now: number;
}

function Expiry({ row: { expiresAt, endsAt }, now }: KeyNow) {
  if (endsAt !== null) return <Instant at={endsAt}>in {remainingText(Date.parse(endsAt) - now)}</Instant>;
  return expiresAt === null ? 'never' : <Instant at={expiresAt} />;
}

/** The requests of the last days: the words, the sum, and a bar for each day. */
function Requests({ row, most, now }: KeyNow & { readonly most: number }) {
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
function KeyName({ row, now }: KeyNow) {
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
              Rotated, both work for{' '}
              <time dateTime={row.endsAt}>{remainingText(Date.parse(row.endsAt) - now)}</time>
            </Tag>
          )}
          {sources !== null && <Tag>{sources}</Tag>}
          {limit !== null && <Tag>{limit}</Tag>}
        </span>
      )}
    </div>
  );
}

/** The menu comes as code of its own, once it is wanted. */
const loadMenu = () =>
  import('#components/ui/buttons/action-menu').then(({ ActionMenu }) => ({ default: ActionMenu }));
const ActionMenu = lazy(loadMenu);

const LOOK = buttonLook('ghost', 'icon');

/** The button for what can be done with a key, and its menu. */
function KeyActions({
  row,
  buttonRef,
  onRename,
  onAsk,
}: {
  readonly row: KeyRow;
  /** The button, once its menu was open. */
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly onRename: () => void;
  readonly onAsk: (question: KeyQuestion) => void;
}) {
  const { name, last4, state } = row;
  const label = `Actions for ${name}, ${last4}`;
  const face = <Ellipsis aria-hidden="true" className="size-4" />;
  const button = (
    <button ref={buttonRef} type="button" aria-label={label} className={LOOK}>
      {face}
    </button>
  );
  const actions = [
    { text: 'Rename', act: onRename },
    ...(state === 'active' ? [{ text: 'Rotate…', act: () => onAsk({ kind: 'rotate', key: row }) }] : []),
    {
      text: state === 'ending' ? 'End it now…' : 'Revoke…',
      isStop: true,
      act: () => onAsk({ kind: 'revoke', key: row }),
    },
  ];
  return (
    <OnceWanted
      opens="menu"
      label={label}
      className={LOOK}
      face={face}
      onNear={loadMenu}
      popup={<ActionMenu isOpenAtFirst button={button} actions={actions} />}
    />
  );
}
