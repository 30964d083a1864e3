import type { CurrencyOption, MarkShape } from '#lib/format/currencies/currency-list';
import { drawnMark } from '#lib/format/currencies/drawn-mark';

const CORNERS: Readonly<Record<MarkShape, string>> = {
  square: '',
  foot: 'shadow-[inset_0_-3px_0_var(--color-line-strong)]',
  round: 'rounded-round!',
};

const SIZES = {
  sm: 'size-6 rounded-tag',
  lg: 'size-10 rounded-control max-phone:size-8',
} as const;

/** Three characters are set smaller, so that they stay within the mark. */
const TEXTS = {
  sm: ['text-[11px]', 'text-[9px]'],
  lg: ['text-[17px] max-phone:text-[14px]', 'text-[14px] max-phone:text-[11px]'],
} as const;

/** A currency's sign in its form: square, square with a foot where law pegs it, round for crypto. The code stands beside it. */
export function CurrencyMark({
  currency,
  size,
}: {
  readonly currency: Pick<CurrencyOption, 'code' | 'mark' | 'shape'>;
  readonly size: keyof typeof SIZES;
}) {
  const text = drawnMark(currency);
  const [usual, small] = TEXTS[size];
  return (
    <span
      aria-hidden="true"
      className={`inline-grid flex-none place-items-center bg-sunken leading-none font-medium tracking-tight text-text-soft inset-ring inset-ring-line-strong ${SIZES[size]} ${text.length > 2 ? small : usual} ${CORNERS[currency.shape]}`}
    >
      {text}
    </span>
  );
}
