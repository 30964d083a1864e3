import type { AccountAction } from '#components/account/forms/use-account-action.ts';
import { Instant } from '#components/account/instant';
import { PHONE_GRID } from '#components/account/loading-rows';
import { Button } from '#components/ui/buttons/button';
import { Card } from '#components/ui/card';
import { Cell, HeadCell, Heads, Row, Rows, Table } from '#components/ui/table';
import { accountClient } from '#lib/client/account/account-client';
import type { WebhookDeliveryRow, WebhookRow } from '#lib/contract/webhooks';
import { instantText } from '#lib/format/instants';

const STATES: Readonly<Record<WebhookDeliveryRow['state'], string>> = {
  waiting: 'waiting',
  delivered: 'delivered',
  'given-up': 'given up',
};

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
          <Button
            look="line"
            size="sm"
            aria-disabled={action.isBusy || undefined}
            onClick={() => void action.run(() => accountClient.testWebhook({ id }))}
          >
            Send test
          </Button>
          <Button
            look="line"
            size="sm"
            aria-label={`Remove ${url}`}
            aria-disabled={action.isBusy || undefined}
            onClick={() => void action.run(() => accountClient.removeWebhook({ id }))}
          >
            Remove
          </Button>
        </div>
      }
    >
      <p className="px-6 py-3 text-text-soft max-phone:px-4">
        <span className="block font-mono text-sm [overflow-wrap:anywhere]">{url}</span>
        Told of {subjects.join(' and ')}. {standingText(webhook)}
      </p>
      {deliveries.length > 0 && <Deliveries deliveries={deliveries} name={`Messages to ${url}`} />}
    </Card>
  );
}

function standingText({ failures, nextTryAt, waiting }: WebhookRow): string {
  if (failures === 0) return waiting === 0 ? 'Nothing waits.' : `Waiting: ${waiting}.`;
  const next =
    nextTryAt === null ? 'It is tried again now.' : `Next try ${instantText(new Date(nextTryAt))}.`;
  return `Failed tries in a row: ${failures}. Waiting: ${waiting}. ${next}`;
}

function Deliveries({
  deliveries,
  name,
}: {
  readonly deliveries: readonly WebhookDeliveryRow[];
  readonly name: string;
}) {
  return (
    <Table name={name}>
      <Heads>
        <HeadCell>Made</HeadCell>
        <HeadCell>Message</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell>Last answer</HeadCell>
      </Heads>
      <Rows>
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.messageId} delivery={delivery} />
        ))}
      </Rows>
    </Table>
  );
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
