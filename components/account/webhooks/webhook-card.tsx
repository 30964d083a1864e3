import { ActionButton } from '#components/account/forms/action-button';
import type { AccountAction } from '#components/account/forms/use-account-action.ts';
import { Instant } from '#components/account/instant';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import { Card } from '#components/ui/card';
import { Cell, Row } from '#components/ui/table';
import { accountClient } from '#lib/client/account/account-client';
import type { WebhookDeliveryRow, WebhookRow } from '#lib/contract/webhooks';
import { instantText } from '#lib/format/instants';

const STATES: Readonly<Record<WebhookDeliveryRow['state'], string>> = {
  waiting: 'waiting',
  delivered: 'delivered',
  'given-up': 'given up',
};

const COLUMNS = ['Made', 'Message', 'State', 'Last answer'];

/** A webhook with what was sent to it. */
export function WebhookCard({
  webhook,
  action,
}: {
  readonly webhook: WebhookRow;
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
      <p className="px-6 py-3 text-text-soft max-phone:px-4">
        <span className="block font-mono text-sm [overflow-wrap:anywhere]">{url}</span>
        Told of {subjects.join(' and ')}. {standingText(webhook)}
      </p>
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

function standingText({ failures, nextTryAt, waiting }: WebhookRow): string {
  if (failures === 0) return waiting === 0 ? 'Nothing waits.' : `Waiting: ${waiting}.`;
  const next =
    nextTryAt === null ? 'It is tried again now.' : `Next try ${instantText(new Date(nextTryAt))}.`;
  return `Failed tries in a row: ${failures}. Waiting: ${waiting}. ${next}`;
}

function DeliveryLine({ delivery }: { readonly delivery: WebhookDeliveryRow }) {
  const { messageId, type, madeAt, state, tries, status, sentence } = delivery;
  return (
    <Row className={PHONE_GRID}>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <Instant at={madeAt}>{instantText(new Date(madeAt))}</Instant>
      </Cell>
      <Cell className="font-medium max-phone:col-start-1">
        <span title={messageId}>{type}</span>
      </Cell>
      <Cell className="max-phone:col-start-1">
        {STATES[state]}
        {tries > 1 && `, ${tries} tries`}
      </Cell>
      <Cell className="text-text-soft max-phone:col-start-1">
        {sentence ?? (status === null ? '' : `Status ${status}.`)}
      </Cell>
    </Row>
  );
}
