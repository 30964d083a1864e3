import { type FigureParts, figureText } from '#lib/format/numbers/figures';

/** Widths of Geist's tabular digit and of its point, in em at weight 500, the wider of the two that are used. */
const DIGIT_EM = 0.612;
const POINT_EM = 0.213;

/** How wide a fraction of so many characters is, its point included, in em of its own size. */
export function fractionEm(chars: number): number {
  return (chars - 1) * DIGIT_EM + POINT_EM;
}

/** The part of a figure after its integer: strong digits, then the further ones muted. */
export function FigureFraction({ parts }: { readonly parts: FigureParts }) {
  return (
    <>
      {parts.strong}
      {parts.muted !== '' && <span className="font-regular text-text-muted">{parts.muted}</span>}
    </>
  );
}

/** A figure that is drawn in parts, as the one number that it is, for screen readers; what is copied leaves it out. */
export function SpokenFigure({ text }: { readonly text: string }) {
  return <span className="sr-only select-none">{text}</span>;
}

/** A figure in a line of text. */
export function InlineFigure({ parts }: { readonly parts: FigureParts }) {
  return (
    <>
      <SpokenFigure text={figureText(parts)} />
      <span aria-hidden="true" className="whitespace-nowrap">
        {parts.integer}
        <FigureFraction parts={parts} />
      </span>
    </>
  );
}

/** A figure in a column whose decimal points stand under each other: the fraction is `fractionChars` characters wide, its point included. */
export function AlignedFigure({
  parts,
  fractionChars,
  onPhone,
}: {
  readonly parts: FigureParts;
  readonly fractionChars: number;
  /** What a phone, which has no room for all digits, shows instead. */
  readonly onPhone?: string;
}) {
  return (
    <>
      <SpokenFigure text={figureText(parts)} />
      {onPhone !== undefined && (
        <span aria-hidden="true" className="phone:hidden">
          {onPhone}
        </span>
      )}
      <span
        aria-hidden="true"
        className={`inline-block text-right whitespace-nowrap ${onPhone === undefined ? '' : 'max-phone:hidden'}`}
      >
        {parts.integer}
        <span className="inline-block text-left" style={{ width: `${fractionEm(fractionChars)}em` }}>
          <FigureFraction parts={parts} />
        </span>
      </span>
    </>
  );
}
