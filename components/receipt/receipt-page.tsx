import { Check, TriangleAlert } from 'lucide-react';
import { Blank } from '#components/ui/notices/blank';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import { verifyReceipt } from '#lib/client/receipts/verify-receipt';
import { JWKS_PATH, receiptPayloadIn, type ReceiptPayload, type ShownReceipt } from '#lib/contract/receipts';
import { instantText } from '#lib/format/instants';
import {
  answerText,
  checkedSentences,
  originText,
  questionText,
  type ReceiptLeg,
  roundingText,
  stepText,
} from '#lib/format/rates/receipt-words';
import { capital } from '#lib/format/sources/source-names';
import { ReceiptActions } from './receipt-actions.tsx';
import { TextLink } from '#components/ui/buttons/text-link';

const PART =
  'border-b border-line px-6 py-3 last:border-b-0 max-phone:px-4 print:break-inside-avoid print:py-1';

/** A receipt on one page, also of paper: the question, the answer, how it was made, and what was checked. */
export async function ReceiptPage({ jws, keys }: ShownReceipt) {
  const payload = receiptPayloadIn(jws);
  if (payload === null)
    return (
      <Card>
        <Blank title="This receipt cannot be read">
          The program that issued it may be newer than this one.
        </Blank>
      </Card>
    );
  const { id, issuedAt, issuer } = payload;
  const verified = await verifyReceipt(jws, JSON.stringify(keys));
  return (
    <>
      <PageHead title="Receipt" action={<ReceiptActions id={id} jws={jws} />}>
        What {issuer ?? 'this service'} answered on {instantText(new Date(issuedAt))}, signed and kept with
        the figures it was made from.
      </PageHead>
      {payload.simulated && (
        <NoticeRow tone="degraded" title="This receipt proves nothing about real rates.">
          The figures of the service were made up, or its clock was set.
        </NoticeRow>
      )}
      <div className="grid grid-cols-1 gap-6 max-phone:gap-4 print:gap-2 print:text-xs print:[&_section>div]:min-h-0 print:[&_section>div]:py-1">
        <AnswerCard payload={payload} />
        <Card title="How it was made">
          <ReceiptFigures legs={payload.provenance.legs} />
          <p className={`${PART} max-w-[90ch] text-pretty`}>{roundingText(payload)}</p>
        </Card>
        <Card title="Verification">
          {verified.ok ? (
            <Checked sentences={checkedSentences(payload, verified.value.kid)} />
          ) : (
            <p className={`${PART} flex gap-2 font-semibold`}>
              <TriangleAlert aria-hidden="true" className="mt-1 size-4 shrink-0 text-outage" />
              {verified.error}
            </p>
          )}
          <p className={`${PART} text-sm text-text-soft print:text-xs`}>
            To verify it without trusting this page, download it and run{' '}
            <code>npm run verify -- FILE --keys jwks.json</code> with the public keys from{' '}
            <TextLink href={JWKS_PATH}>
              <code>{JWKS_PATH}</code>
            </TextLink>
            .
          </p>
        </Card>
      </div>
    </>
  );
}

function Checked({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ul aria-label="What was checked" className={`${PART} grid gap-1`}>
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-2">
          <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-operational" />
          <span className="min-w-0 wrap-anywhere">{sentence}</span>
        </li>
      ))}
    </ul>
  );
}

function AnswerCard({ payload }: { readonly payload: ReceiptPayload }) {
  const { note } = payload.provenance;
  return (
    <Card title="Question and answer">
      <p className={`${PART} text-pretty`}>{questionText(payload)}</p>
      <p className={`${PART} text-lg font-semibold break-words`}>{capital(answerText(payload))}</p>
      {note !== undefined && <p className={PART}>{note}</p>}
    </Card>
  );
}

/** The published figures in order, each with what is done with it, whence it is, and its document. */
function ReceiptFigures({ legs }: { readonly legs: readonly ReceiptLeg[] }) {
  if (legs.length === 0) return null;
  return (
    <ol aria-label="Published figures">
      {legs.map((leg, place) => (
        <li
          key={`${leg.source} ${leg.base} ${leg.quote}`}
          className="grid grid-cols-[minmax(0,14rem)_minmax(0,1fr)] gap-x-8 gap-y-1 border-b border-line px-6 py-3 max-phone:grid-cols-1 max-phone:px-4 print:break-inside-avoid print:py-1"
        >
          <div>
            <p className="font-mono">{stepText(leg, place)}</p>
            <p className="text-sm text-text-muted">
              one {leg.base} in {leg.quote}
            </p>
          </div>
          <div className="min-w-0">
            <p className="text-pretty">{originText(leg)}</p>
            {leg.document !== null && (
              <p className="text-xs break-all text-text-muted">
                {leg.document.url}
                <br />
                SHA-256 <span className="font-mono">{leg.document.sha256}</span>
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
