import type { FigureParts } from '#lib/format/figures';

/** The part of a figure after its integer: strong digits, then the further ones muted. */
export function FigureFraction({ parts }: { readonly parts: FigureParts }) {
  return (
    <>
      {parts.strong}
      {parts.muted !== '' && <span className="font-regular text-text-muted">{parts.muted}</span>}
    </>
  );
}
