import { ActionButton } from '#components/account/forms/action-button';
import type { AccountAction } from '#components/account/forms/use-account-action.ts';
import { Instant } from '#components/account/instant';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import { Card } from '#components/ui/card';
import { StateShape } from '#components/ui/state-shape';
import { Cell, Row } from '#components/ui/table';
import { accountClient } from '#lib/client/account/account-client';
import { SUBJECT_WORDS, type Webhook, type WebhookDelivery } from '#lib/domain/webhook';
import { instantText } from '#lib/format/instants';
import { wholeText } from '#lib/format/numbers/number-text';

const COLUMNS = ['Made', 'Message', 'State', 'Last answer'];

/** A webhook with what was sent to it. */
export function WebhookCard({
  webhook,
  action,
}: {
  readonly webhook: Webhook;
  readonly action: AccountAction;
}) {
  const { id, url, subjects, deliveries } = webhook;
  return (
    <Card
      title={new URL(url).host}
      name={`Webhook ${url}`}
      action={
        <div className="flex gap-2">
          <ActionButton size="sm" action={action} send={() => accountClient.testWebhook({ id })}>
            Send test
          </ActionButton>
          <ActionButton
            size="sm"
            aria-label={`Remove ${url}`}
            action={action}
            send={() => accountClient.removeWebhook({ id })}
          >
            Remove
          </ActionButton>
        </div>
      }
    >
      <div className="px-6 py-3 text-text-soft max-phone:px-4">
        <p className="font-mono text-sm [overflow-wrap:anywhere]">{url}</p>
        <p>Gets a message when {subjects.map((subject) => SUBJECT_WORDS[subject]).join(' and when ')}.</p>
        <Arriving webhook={webhook} />
      </div>
      {deliveries.length > 0 && (
        <ListTable name={`Messages to ${url}`} columns={COLUMNS}>
          {deliveries.map((delivery) => (
            <DeliveryLine key={delivery.messageId} delivery={delivery} />
          ))}
        </ListTable>
      )}
    </Card>
  );
}

/** Whether messages arrive: since when they do not, and when the next one is tried. */
function Arriving({ webhook: { failures, nextTryAt, waiting } }: { readonly webhook: Webhook }) {
  const waits = waiting === 1 ? '1 message is waiting.' : `${wholeText(waiting)} messages are waiting.`;
  if (failures === 0) return waiting === 0 ? null : <p>{waits}</p>;
  const times = failures === 1 ? 'The last try failed.' : `The last ${wholeText(failures)} tries failed.`;
  const next = nextTryAt === null ? 'Trying again now.' : `Next try ${instantText(new Date(nextTryAt))}.`;
  return (
    <p className="flex items-start gap-2">
      <span className="flex h-6 items-center text-degraded">
        <StateShape shape="degraded" />
      </span>
      <span>
        <span className="font-medium text-degraded">{times}</span> {waits} {next}
      </span>
    </p>
  );
}

function DeliveryLine({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { messageId, type, madeAt, state, tries, status, sentence } = delivery;
  return (
    <Row className={PHONE_GRID}>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1 max-phone:row-start-2">
        <Instant at={madeAt}>{instantText(new Date(madeAt))}</Instant>
      </Cell>
      <Cell className="font-mono text-sm font-medium max-phone:col-start-1 max-phone:row-start-1">
        <span title={messageId}>{type}</span>
      </Cell>
      <Cell className="max-phone:col-start-2 max-phone:row-start-1 max-phone:text-right">
        {state}
        {tries > 1 && `, ${wholeText(tries)} tries`}
      </Cell>
      <Cell className="text-text-soft max-phone:col-span-2 max-phone:col-start-1 max-phone:row-start-3">
        {tries === 0 ? 'Not tried yet.' : (sentence ?? (status === null ? '' : `Status ${status}.`))}
      </Cell>
    </Row>
  );
}
