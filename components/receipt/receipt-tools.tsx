'use client';
import { Check, Download, Printer, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Result } from '#lib/domain/result';
import { checkedSentences } from '#lib/format/rates/receipt-words';
import { Button } from '#components/ui/buttons/button';
import { saveAs } from '#lib/client/browser/save-as';

/** What was checked in sentences, or why the receipt is refused. */
type Verdict = Result<readonly string[], string>;

/** Verifies the receipt in the reader's own browser and says what was checked; the code for that comes after the page. */
export function ReceiptCheck({ jws, keys }: { readonly jws: string; readonly keys: string }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    let isGone = false;
    void verdictOf(jws, keys).then((found) => {
      if (!isGone) setVerdict(found);
    });
    return () => {
      isGone = true;
    };
  }, [jws, keys]);
  return (
    <div role="status" className="border-b border-line px-6 py-3 max-phone:px-4 print:py-1">
      {verdict === null ? (
        <p className="text-text-soft">Not yet verified in this browser.</p>
      ) : verdict.ok ? (
        <ul className="grid gap-1">
          {verdict.value.map((line) => (
            <li key={line} className="flex gap-2">
              <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-operational" />
              <span className="min-w-0 wrap-anywhere">{line}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="flex gap-2 font-semibold">
          <TriangleAlert aria-hidden="true" className="mt-1 size-4 shrink-0 text-outage" />
          {verdict.error}
        </p>
      )}
    </div>
  );
}

async function verdictOf(jws: string, keys: string): Promise<Verdict> {
  try {
    const { verifyReceipt } = await import('#lib/client/receipts/verify-receipt');
    const verified = await verifyReceipt(jws, keys);
    if (!verified.ok) return verified;
    return { ok: true, value: checkedSentences(verified.value.payload, verified.value.kid) };
  } catch {
    return {
      ok: false,
      error: 'The verifier could not be loaded. Check your connection and load the page again.',
    };
  }
}

/** Takes the receipt away: as a file, on paper. */
export function ReceiptActions({ id, jws }: { readonly id: string; readonly jws: string }) {
  return (
    <div className="flex gap-2 print:hidden">
      <Button
        look="line"
        onClick={() => {
          const text = `${JSON.stringify({ receipt: jws })}\n`;
          saveAs(new Blob([text], { type: 'application/json' }), `crossrate-receipt-${id}.json`);
        }}
      >
        <Download aria-hidden="true" className="size-4" />
        Download
      </Button>
      <Button look="line" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-4" />
        Print
      </Button>
    </div>
  );
}
