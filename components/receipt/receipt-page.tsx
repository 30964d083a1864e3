import { Blank } from '#components/ui/notices/blank';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import { JWKS_PATH, type ShownReceipt } from '#lib/contract/receipts';
import { receiptPayloadIn, type ReceiptPayload } from '#lib/domain/receipts/receipt';
import { answerSentence } from '#lib/domain/receipts/receipt-summary';
import { instantText } from '#lib/format/instants';
import { questionText, roundingText } from '#lib/format/rates/receipt-words';
import { ReceiptActions } from './receipt-actions.tsx';
import { ReceiptCheck } from './receipt-check.tsx';
import { ReceiptFigures } from './receipt-figures.tsx';
import { TextLink } from '#components/ui/buttons/text-link';

const PART =
  'border-b border-line px-6 py-3 last:border-b-0 max-phone:px-4 print:break-inside-avoid print:py-1';

/** A receipt on one page, also of paper: the question, the answer, how it was made, and what was checked. */
export function ReceiptPage({ jws, keys }: ShownReceipt) {
  const payload = receiptPayloadIn(jws);
  if (!payload.ok)
    return (
      <Card>
        <Blank title="This receipt cannot be read">
          The program that issued it may be newer than this one.
        </Blank>
      </Card>
    );
  const { id, issuedAt, issuer } = payload.value;
  return (
    <>
      <PageHead title="Receipt" action={<ReceiptActions id={id} jws={jws} />}>
        What {issuer ?? 'this service'} answered on {instantText(new Date(issuedAt))}, signed and kept with
        the figures it was made from.
      </PageHead>
      {payload.value.simulated && (
        <NoticeRow tone="degraded" title="This receipt proves nothing about real rates.">
          The figures of the service were made up, or its clock was set.
        </NoticeRow>
      )}
      <div className="grid grid-cols-1 gap-6 max-phone:gap-4 print:gap-2 print:text-xs print:[&_section>div]:min-h-0 print:[&_section>div]:py-1">
        <AnswerCard payload={payload.value} />
        <Card title="How it was made">
          <ReceiptFigures legs={payload.value.legs} />
          <p className={`${PART} max-w-[90ch] text-pretty`}>{roundingText(payload.value)}</p>
        </Card>
        <Card title="Verification">
          <ReceiptCheck jws={jws} keys={JSON.stringify(keys)} />
          <p className={`${PART} text-sm text-text-soft print:text-xs`}>
            To verify it without trusting this page, download it and run{' '}
            <code>npm run verify -- FILE --keys jwks.json</code>, or open{' '}
            <TextLink href="/verify.html">the verification page</TextLink>; both need the public keys from{' '}
            <TextLink href={JWKS_PATH}>
              <code>{JWKS_PATH}</code>
            </TextLink>
            . Save the verification page to use it offline.
          </p>
        </Card>
      </div>
    </>
  );
}

function AnswerCard({ payload }: { readonly payload: ReceiptPayload }) {
  const { note } = payload.combination;
  return (
    <Card title="Question and answer">
      <p className={`${PART} text-pretty`}>{questionText(payload)}</p>
      <p className={`${PART} text-lg font-semibold break-words`}>{sentence(answerSentence(payload))}</p>
      {note !== null && <p className={PART}>{note}</p>}
    </Card>
  );
}

/** With a capital, where it does not begin with a figure. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
