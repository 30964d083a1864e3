import { Cell, HeadCell, Heads, Row } from '#components/ui/table';
import { PHONE_GRID } from '#components/account/loading-rows';
import type { AuditEvent } from '#lib/contract/account';
import { instantText } from '#lib/format/instants';
import { auditKindText } from '#lib/format/account/audit-text';

/** Kinds that nobody asks for: the service notices them, from wherever the requests came. */
const OF_THE_SERVICE: readonly AuditEvent['kind'][] = ['limited', 'seen-in-clear'];

/** One event: when, what, which key, from where. On a phone two lines. */
export function AuditLine({ event, when }: { readonly event: AuditEvent; readonly when: string }) {
  const at = new Date(event.at);
  return (
    <Row className={PHONE_GRID}>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-2 max-phone:row-start-1 max-phone:text-xs max-phone:leading-5">
        <time dateTime={event.at} title={instantText(at)}>
          {when}
        </time>
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

/** The heads of the columns; heard alone where the place for them is short. */
export function AuditHeads({ className }: { readonly className?: string }) {
  return (
    <Heads className={className}>
      {COLUMNS.map((name) => (
        <HeadCell key={name} className="last:text-right">
          {name}
        </HeadCell>
      ))}
    </Heads>
  );
}
