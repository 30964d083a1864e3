import { useState } from 'react';
import type { RatesClient } from '#lib/client/rates/rates-client';
import type { ShownPair } from './model/shown-pair.ts';

/** Whether a receipt is being made, or could not be. */
export type ReceiptState = 'idle' | 'asking' | 'failed';

/** Has a receipt of the conversion made and opens its page. */
export interface ReceiptMaking {
  readonly state: ReceiptState;
  /** Does nothing while there is no amount. */
  readonly make: (pair: ShownPair, amount: string | null) => void;
}

/** Makes receipts of what the converter shows. */
export function useReceipt(client: Pick<RatesClient, 'receipt'>): ReceiptMaking {
  const [state, setState] = useState<ReceiptState>('idle');
  return {
    state,
    make: (pair, amount) => {
      if (amount === null) return;
      setState('asking');
      void addressOf(client, pair, amount).then((address) => {
        setState(address === null ? 'failed' : 'idle');
        if (address !== null) window.location.assign(address);
      });
    },
  };
}

/** The page of a new receipt; null where none can be made now. */
async function addressOf(
  client: Pick<RatesClient, 'receipt'>,
  { from, to, source, date }: ShownPair,
  amount: string,
): Promise<string | null> {
  try {
    const { answer } = await client.receipt({ from, to, source, date, amount });
    if (!answer.ok) return null;
    const { receiptPayloadIn } = await import('#lib/domain/receipts/receipt');
    const payload = receiptPayloadIn(answer.value.receipt);
    return payload.ok ? `/receipt/${payload.value.id}` : null;
  } catch {
    return null;
  }
}
