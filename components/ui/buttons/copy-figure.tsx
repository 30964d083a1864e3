import { Check, Copy as CopyIcon } from 'lucide-react';
import { useCopy } from '#lib/client/browser/use-copy';
import { plainFigure } from '#lib/format/numbers/figures';

/** Copies a figure with all its digits, in the small print under it. */
export function CopyFigure({ figure }: { readonly figure: number }) {
  const { copied, copy } = useCopy();
  const isCopied = copied !== null;
  const Icon = isCopied ? Check : CopyIcon;
  return (
    <button
      type="button"
      onClick={() => copy('digits', plainFigure(figure))}
      className="inline-flex thumb-room items-center gap-1 underline-offset-3 hover:text-text hover:underline print:hidden"
    >
      <Icon aria-hidden="true" className="size-3" />
      {isCopied ? 'Copied' : 'Copy all digits'}
      <span role="status" className="sr-only">
        {isCopied && `Copied ${plainFigure(figure)}`}
      </span>
    </button>
  );
}
