import Link from 'next/link';
import type { ComponentProps } from 'react';
import { Card } from '#components/ui/card';
import { Cell, Row } from '#components/ui/table';
import { useNow } from '#lib/client/browser/now';
import { MINUTE_MS } from '#lib/domain/durations';
import { Instant } from '#components/account/instant';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import type { AuditEvent } from '#lib/contract/account';
import { auditKindText, auditShortText } from '#lib/format/account/audit-text';

/** Kinds that nobody asks for: the service notices them, from wherever the requests came. */
const OF_THE_SERVICE: readonly AuditEvent['kind'][] = ['limited', 'seen-in-clear'];

const LATEST = 4;

/** The last events, under the keys; nothing while there are none, because the audit log's own page says why. */
export function LatestEvents({ events }: { readonly events: readonly AuditEvent[] }) {
  const now = useNow(MINUTE_MS, 0);
  if (events.length === 0) return null;
  return (
    <div className="mt-6">
      <Card
        title="Latest events"
        action={
          <Link
            href="/account/trail"
            prefetch={false}
            className="text-sm text-accent underline underline-offset-2"
          >
            Whole audit trail
          </Link>
        }
      >
        <AuditTable name="Latest events" headsLook="sr-only">
          {events.slice(0, LATEST).map((event) => (
            <AuditLine key={event.id} event={event} when={auditShortText(new Date(event.at), now)} />
          ))}
        </AuditTable>
      </Card>
    </div>
  );
}

/** One event: when, what, which key, from where. On a phone two lines. */
export function AuditLine({ event, when }: { readonly event: AuditEvent; readonly when: string }) {
  return (
    <Row className={PHONE_GRID}>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-2 max-phone:row-start-1 max-phone:text-xs max-phone:leading-5">
        <Instant at={event.at}>{when}</Instant>
      </Cell>
      <Cell className="w-44 whitespace-nowrap max-phone:col-start-1 max-phone:row-start-1 max-phone:w-auto max-phone:font-medium">
        {auditKindText(event.kind)}
      </Cell>
      <Cell className="w-1/2 py-2 text-pretty [overflow-wrap:anywhere] max-phone:col-span-2 max-phone:w-auto max-phone:empty:hidden">
        {event.keyName !== null && <b className="font-medium max-phone:font-regular">{event.keyName}</b>}
        {event.keyName !== null && event.detail !== null && <span className="text-text-soft">, </span>}
        {event.detail !== null && <span className="text-text-soft">{event.detail}</span>}
      </Cell>
      <Cell className="text-right whitespace-nowrap text-text-soft max-phone:col-span-2 max-phone:text-left max-phone:text-xs">
        {event.address ?? (OF_THE_SERVICE.includes(event.kind) ? 'service' : 'operator')}
      </Cell>
    </Row>
  );
}

const COLUMNS = ['When, UTC', 'What', 'About', 'From'];
const LOOKS = { From: 'text-right' };
const WIDTHS = ['8ch', '12ch', '24ch', '10ch'];

/** A table of events; its heads are heard alone where the place for them is short. A young account has about six. */
export function AuditTable(table: Pick<ComponentProps<typeof ListTable>, 'name' | 'headsLook' | 'children'>) {
  return <ListTable columns={COLUMNS} looks={LOOKS} widths={WIDTHS} likelyRows={6} {...table} />;
}
