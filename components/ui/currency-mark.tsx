import type { MarkShape } from '#lib/format/currency-list';

const CORNERS: Readonly<Record<MarkShape, string>> = {
  square: '',
  foot: 'shadow-[inset_0_-3px_0_var(--color-line-strong)]',
  round: 'rounded-round!',
};

const SIZES = {
  sm: 'size-6 rounded-tag text-[11px]',
  lg: 'size-10 rounded-control text-[17px] max-phone:size-8 max-phone:text-[14px]',
} as const;

/** A currency's sign in its form: square, square with a foot where law pegs it, round for crypto. The code stands beside it. */
export function CurrencyMark({
  sign,
  shape,
  size,
}: {
  readonly sign: string;
  readonly shape: MarkShape;
  readonly size: keyof typeof SIZES;
}) {
  return (
    <span
      aria-hidden="true"
      className={`inline-grid flex-none place-items-center bg-sunken leading-none font-medium tracking-tight text-text-soft inset-ring inset-ring-line-strong ${SIZES[size]} ${CORNERS[shape]}`}
    >
      {sign}
    </span>
  );
}
