import { useMutation } from '@tanstack/react-query';
import { Check, Copy as CopyIcon, Link2, Printer, ReceiptText } from 'lucide-react';
import { useServed } from '#components/frame/page-root';
import { Button } from '#components/ui/buttons/button';
import { KeyHints } from '#components/ui/buttons/key-cap';
import { type FigureParts, figureText } from '#lib/format/numbers/figures';
import type { AmountQuery } from '#lib/client/rates/rates-client';
import type { Copy } from '#lib/client/browser/use-copy';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import type { ShownPair } from '#components/converter/model/shown-pair.ts';

/** The foot of the card: the keys, all digits, copying, sharing, printing. */
export function ConverterCardFoot({
  state,
  pair,
  parts,
  isExact,
  copy,
  onCopy,
  onExact,
}: {
  readonly state: ConverterState;
  readonly pair: ShownPair;
  readonly parts: FigureParts | null;
  readonly isExact: boolean;
  readonly copy: Copy;
  readonly onCopy: () => void;
  readonly onExact: () => void;
}) {
  const { computed, fromAmount, amount, banks, view, onward, amend } = state;
  const receipt = useReceipt();
  const ResultIcon = copy.copied === 'result' ? Check : CopyIcon;
  const LinkIcon = copy.copied === 'link' ? Check : Link2;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-2 pr-4 pl-6 text-sm text-text-muted max-phone:px-2 max-phone:py-1.5 print:hidden">
      {/* Noise to those who hear the page: `?` lists every key. */}
      <KeyHints
        aria-hidden="true"
        className="@max-[53rem]:hidden"
        hints={{ '/': 'amount', s: 'swap', '↑ ↓': 'step', c: 'copy' }}
      />
      <span className="flex min-w-0 gap-2 max-phone:gap-0">
        <Button
          look="ghost"
          size="sm"
          aria-pressed={isExact}
          title="Figures to 15 digits, as the service gives them"
          onClick={onExact}
          className="aria-pressed:bg-selected aria-pressed:text-text"
        >
          All digits
        </Button>
        <Button
          look="ghost"
          size="sm"
          disabled={computed === null}
          aria-keyshortcuts="c"
          onClick={onCopy}
          className="min-w-0"
        >
          <ResultIcon aria-hidden="true" className="size-3.75" />
          {copy.copied === 'result' ? 'Copied' : 'Copy'}
          {/* It stays when it is copied, or another button would come to stand where this one was pressed. */}
          <span className="truncate max-phone:sr-only">{parts ? figureText(parts) : 'the result'}</span>
        </Button>
        <Button
          look="ghost"
          size="sm"
          onClick={() => {
            // The address is to have all that was typed, and what else only this browser keeps.
            amount.settle();
            const isKeptOnly = view.source !== onward.source || (view.banks === null && banks.length > 0);
            if (isKeptOnly) amend({ source: view.source, banks: banks.length > 0 ? banks : null });
            share(copy);
          }}
        >
          <LinkIcon aria-hidden="true" className="size-3.75" />
          {copy.copied === 'link' ? 'Link copied' : 'Share'}
        </Button>
        <Button
          look="ghost"
          size="sm"
          disabled={computed === null || receipt.isPending}
          title="A signed receipt of this conversion, which anybody can verify"
          onClick={() => fromAmount !== null && receipt.mutate({ ...pair, amount: fromAmount })}
        >
          <ReceiptText aria-hidden="true" className="size-3.75 max-phone:hidden" />
          {receipt.isError ? 'No receipt, try again' : 'Receipt'}
        </Button>
        <Button look="ghost" size="sm" onClick={() => window.print()} className="max-phone:hidden">
          <Printer aria-hidden="true" className="size-3.75" />
          Print
        </Button>
      </span>
      <span role="status" className="sr-only">
        {copy.copied !== null && 'Copied'}
        {receipt.isPending && 'The receipt is being made'}
        {receipt.isError && 'The receipt could not be made.'}
      </span>
    </div>
  );
}

/** Where fingers are used the device's own sheet, else the address to the clipboard: it carries the whole view. */
function share(copy: Copy): void {
  const url = window.location.href;
  if (!window.matchMedia('(pointer: coarse)').matches || navigator.share === undefined)
    return copy.copy('link', url);
  // Closing the device's sheet rejects; there is nothing to say about it.
  navigator.share({ url }).catch(() => undefined);
}

/** Has a receipt of a conversion made and opens its page. */
function useReceipt() {
  const { client } = useServed();
  return useMutation({
    // Without a network it says so at once instead of waiting for one.
    networkMode: 'always',
    mutationFn: async (asked: AmountQuery) => {
      const { answer } = await client.receipt(asked);
      if (!answer.ok) throw new Error(answer.error.message);
      // Its page is found by a member of the payload, which is JSON in base64url.
      const [, payload = ''] = answer.value.receipt.split('.');
      const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
      const [, id] = /"id":"([\w-]{22})"/.exec(json) ?? [];
      if (id === undefined) throw new Error('the receipt cannot be read');
      return id;
    },
    onSuccess: (id) => window.location.assign(`/receipt/${id}`),
  });
}
