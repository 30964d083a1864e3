'use client';
import { AccountList } from '#components/account/list/account-list';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import { ActionButton } from '#components/account/forms/action-button';
import { type AccountAction, useAccountAction } from '#components/account/forms/use-account-action.ts';
import { useDialog } from '#components/account/forms/use-dialog';
import { Instant } from '#components/account/instant';
import { useAccountQuery } from '#components/account/use-account.ts';
import { Card } from '#components/ui/card';
import { Cell, Row } from '#components/ui/table';
import { accountClient } from '#lib/client/account/account-client';
import { WATCHES_QUERY } from '#lib/client/account/account-queries';
import { type FiredWatch, WATCHES_MAX, type WatchRow } from '#lib/contract/watches';
import { crossingWords, standingWords, watchedFor, watchWords } from '#lib/format/account/watch-words';
import { instantText } from '#lib/format/instants';
import { sourceName } from '#lib/format/sources/source-names';

const loadDialog = () => import('./watch-dialog.tsx');

const COLUMNS = ['Pair', 'Watch for', 'State', 'Added'];
const FIRED_COLUMNS = ['When', 'Watch', 'Figure', 'Source'];
const WIDTHS = ['8ch', '14ch', '16ch', '10ch', '7ch'];

const BLANK = { title: 'No watches yet', text: 'Add the first watch' };

/** The pairs that the account watches, and what was noted of them. */
export function WatchesPage() {
  const listed = useAccountQuery(WATCHES_QUERY);
  const action = useAccountAction();
  const dialog = useDialog(loadDialog, null);
  const found = listed.data;
  return (
    <>
      <AccountList
        title="Watches"
        about="Be told when a rate crosses a threshold: a watch compares each new rate of a pair with it. A crossing is noted once, and again after the rate has been on the other side."
        what="watches"
        calm="They go on; adding and removing wait."
        asked={listed}
        adding={{
          inUse: found?.watches.length,
          max: WATCHES_MAX,
          roomBy: 'remove',
          text: 'Add watch',
          onPress: () => dialog.ask(null),
          isEmpty: found?.watches.length === 0,
          blank: BLANK,
        }}
        notices={dialog.missing}
        problem={action.problem}
      >
        <Card>
          <ListTable name="Watches" columns={COLUMNS} widths={WIDTHS} hasActions>
            {found?.watches.map((watch) => (
              <WatchLine key={watch.id} watch={watch} action={action} />
            ))}
          </ListTable>
        </Card>
      </AccountList>
      {found !== undefined && found.fired.length > 0 && <FiredTable fired={found.fired} />}
      {dialog.part && <dialog.part.WatchDialog isOpen={dialog.isOpen} onClose={dialog.close} />}
    </>
  );
}

function WatchLine({ watch, action }: { readonly watch: WatchRow; readonly action: AccountAction }) {
  const { id, from, to, createdAt } = watch;
  return (
    <Row className={PHONE_GRID}>
      <Cell className="font-medium">
        {from}/{to}
      </Cell>
      <Cell className="max-phone:col-start-1">{watchedFor(watch)}</Cell>
      <Cell className="text-text-soft max-phone:col-start-1">{standingWords(watch)}</Cell>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <span className="text-text-muted phone:hidden">added </span>
        <Instant at={createdAt} />
      </Cell>
      <Cell className="text-right max-phone:col-start-2 max-phone:row-span-2 max-phone:row-start-1">
        <ActionButton
          size="sm"
          aria-label={`Remove the watch ${watchWords(watch)}`}
          action={action}
          send={() => accountClient.removeWatch({ id })}
        >
          Remove
        </ActionButton>
      </Cell>
    </Row>
  );
}

/** The crossings that were noted, the newest first. */
function FiredTable({ fired }: { readonly fired: readonly FiredWatch[] }) {
  return (
    <div className="mt-6">
      <Card title="Noted">
        <ListTable name="Noted" columns={FIRED_COLUMNS}>
          {fired.map((one) => (
            <FiredLine key={one.id} fired={one} />
          ))}
        </ListTable>
      </Card>
    </div>
  );
}

function FiredLine({ fired }: { readonly fired: FiredWatch }) {
  const { at, source, observedAt, version } = fired;
  return (
    <Row className={PHONE_GRID}>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <Instant at={at}>{instantText(new Date(at))}</Instant>
      </Cell>
      <Cell className="font-medium max-phone:col-start-1">{watchWords(fired)}</Cell>
      <Cell className="max-phone:col-start-1">{crossingWords(fired)}</Cell>
      <Cell className="text-text-soft max-phone:col-start-1">
        <span title={`Observed ${instantText(new Date(observedAt))}, data version ${version}`}>
          {sourceName(source)}
        </span>
      </Cell>
    </Row>
  );
}
