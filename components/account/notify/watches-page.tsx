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
import { type PairWatch, WATCHES_MAX } from '#lib/domain/series/pair-watch';
import { crossingWords, watchWords } from '#lib/format/account/watch-words';
import { instantText } from '#lib/format/instants';
import { sourceName } from '#lib/format/sources/source-names';

const loadDialog = () => import('./watch-dialog.tsx');

const COLUMNS = ['Watch', 'State', 'Last crossing'];
const WIDTHS = ['20ch', '14ch', '24ch', '7ch'];

/** The pairs that the account watches, each with its last crossing. */
export function WatchesPage() {
  const listed = useAccountQuery(WATCHES_QUERY);
  const action = useAccountAction();
  const dialog = useDialog(loadDialog, null);
  const watches = listed.data;
  return (
    <>
      <AccountList
        title="Watches"
        about="Be told when a rate crosses a threshold: a watch compares each new rate of a pair with it. A crossing is noted once, and again after the rate has been on the other side."
        what="watches"
        calm="They go on; adding and removing wait."
        asked={listed}
        adding={{
          inUse: watches?.length,
          max: WATCHES_MAX,
          roomBy: 'remove',
          text: 'Add watch',
          onPress: () => dialog.ask(null),
          isEmpty: watches?.length === 0,
          blank: { title: 'No watches yet', text: 'Add the first watch' },
        }}
        notices={dialog.missing}
        problem={action.problem}
      >
        <Card>
          <ListTable name="Watches" columns={COLUMNS} widths={WIDTHS} hasActions>
            {watches?.map((watch) => (
              <WatchLine key={watch.id} watch={watch} action={action} />
            ))}
          </ListTable>
        </Card>
      </AccountList>
      {dialog.part && <dialog.part.WatchDialog isOpen={dialog.isOpen} onClose={dialog.close} />}
    </>
  );
}

function WatchLine({ watch, action }: { readonly watch: PairWatch; readonly action: AccountAction }) {
  const { id, isBeyond, rule } = watch;
  const otherSide = rule.kind === 'above' ? 'below' : 'above';
  return (
    <Row className={PHONE_GRID}>
      <Cell className="font-medium">{watchWords(watch)}</Cell>
      <Cell className="text-text-soft max-phone:col-start-1">
        {isBeyond ? `${rule.kind} now; told again after it has been ${otherSide}` : 'waiting'}
      </Cell>
      <Cell className="max-phone:col-start-1">
        <LastCrossing watch={watch} />
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

/** When it crossed the last time, and at which figure of which source. */
function LastCrossing({ watch }: { readonly watch: PairWatch }) {
  if (!watch.crossed) return <span className="text-text-soft">none yet</span>;
  const { at, source, observedAt, version } = watch.crossed;
  return (
    <>
      {crossingWords(watch)}{' '}
      <span className="text-text-soft">
        <span title={`Observed ${instantText(new Date(observedAt))}, data version ${version}`}>
          {sourceName(source)}
        </span>
        , <Instant at={at}>{instantText(new Date(at))}</Instant>
      </span>
    </>
  );
}
