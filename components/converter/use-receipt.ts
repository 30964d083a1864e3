import { useMutation } from '@tanstack/react-query';
import { useServed } from '#components/frame/page-root';
import type { AmountQuery } from '#lib/client/rates/rates-client';

/** Has a receipt of a conversion made and opens its page. */
export function useReceipt() {
  const { client } = useServed();
  return useMutation({
    // Without a network it says so at once instead of waiting for one.
    networkMode: 'always',
    mutationFn: async (asked: AmountQuery) => {
      const { answer } = await client.receipt(asked);
      if (!answer.ok) throw new Error(answer.error.message);
      const { receiptPayloadIn } = await import('#lib/domain/receipts/receipt');
      const payload = receiptPayloadIn(answer.value.receipt);
      if (!payload.ok) throw new Error('the receipt cannot be read');
      return payload.value.id;
    },
    onSuccess: (id) => window.location.assign(`/receipt/${id}`),
  });
}
