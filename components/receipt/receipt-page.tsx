import { Check } from 'lucide-react';
import { Working } from '#components/converter/proof/working';
import { TextLink } from '#components/ui/buttons/text-link';
import { Card } from '#components/ui/card';
import { Blank } from '#components/ui/notices/blank';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { PageHead } from '#components/ui/page-head';
import { verifyReceipt } from '#lib/client/receipts/verify-receipt';
import { JWKS_PATH, type ShownReceipt } from '#lib/contract/receipts';
import { instantText } from '#lib/format/instants';
import { answerText } from '#lib/format/rates/receipt-words';
import { ReceiptActions } from './receipt-actions.tsx';

const PART = 'px-6 py-3 max-phone:px-4 print:py-1';

/** A receipt on one page, also of paper: the question, the answer, how it was made, and whether the signature is good. */
export async function ReceiptPage({ jws, jwks }: ShownReceipt) {
  const verified = await verifyReceipt(jws, jwks);
  if (!verified.ok)
    return (
      <Card>
        <Blank title="This receipt is not valid">{verified.error}</Blank>
      </Card>
    );
  const { payload, kid } = verified.value;
  const { id, issuedAt, issuer, question, answer, provenance } = payload;
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
      <Card title="Question and answer">
        <p className={`${PART} font-mono text-sm wrap-anywhere text-text-soft`}>
          {question.path}?{new URLSearchParams(question.parameters).toString()}
        </p>
        <p className={`${PART} text-lg font-semibold break-words`}>{answerText(payload)}</p>
        {provenance.note !== undefined && <p className={PART}>{provenance.note}</p>}
        <Working conversion={{ ...answer, provenance }} />
        <p className={`${PART} flex gap-2 border-t border-line text-sm`}>
          <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-operational" />
          <span className="min-w-0 wrap-anywhere">
            The signature is good: Ed25519, by the key <code>{kid}</code> of{' '}
            <TextLink href={JWKS_PATH}>
              <code>{JWKS_PATH}</code>
            </TextLink>
            .
          </span>
        </p>
      </Card>
    </>
  );
}
