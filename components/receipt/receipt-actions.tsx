'use client';
import { Download, Printer } from 'lucide-react';
import { Button } from '#components/ui/buttons/button';
import { saveAs } from '#lib/client/browser/save-as';

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
