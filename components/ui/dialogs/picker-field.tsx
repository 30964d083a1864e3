import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { CurrencyMark } from '#components/ui/figures/currency-mark';

/** The button that names a currency and opens the picker. */
export function PickerField({
  currency,
  end,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'children' | 'type'> & {
  readonly currency: CurrencyOption;
  /** Which of the two it is, for those who do not see where it stands. */
  readonly end: 'From' | 'To';
}) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="-ml-2 inline-flex min-w-0 items-center gap-3 rounded-control py-2 pr-2.5 pl-2 text-left hover:bg-hover max-phone:ml-0 max-phone:py-1 max-phone:pl-0"
      {...rest}
    >
      <CurrencyMark currency={currency} size="lg" />
      <span className="min-w-0">
        <span className="flex items-center gap-1.5 text-xl/6 font-semibold tracking-[-0.01em] max-phone:text-lg/5">
          <span className="sr-only">{end} </span>
          {currency.code}
          <ChevronDown aria-hidden="true" className="size-3.5 text-text-muted" />
        </span>
        <span className="block truncate text-sm/4.5 text-text-soft">{currency.name}</span>
      </span>
    </button>
  );
}
