import type { SourceId } from '#lib/domain/source-id';

/** A source with the credit that it asks for. */
export interface CreditedSource {
  readonly id: SourceId;
  readonly attribution: string;
}

/** The used ones of some sources, each with its credit, as a dictionary of structured fields (RFC 9651): ASCII whatever the credits hold. */
export function creditHeader(used: ReadonlySet<SourceId>, sources: readonly CreditedSource[]): string {
  return sources
    .filter(({ id }) => used.has(id))
    .map(({ id, attribution }) => `${id}=${structuredText(attribution)}`)
    .join(', ');
}

const PRINTABLE = /^[\x20-\x7e]*$/;

/** A string, or a display string where a sign is not ASCII (section 4.1.11). */
function structuredText(text: string): string {
  if (PRINTABLE.test(text)) return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  const bytes = [...new TextEncoder().encode(text)];
  return `%"${bytes.map(displayed).join('')}"`;
}

function displayed(byte: number): string {
  const sign = String.fromCodePoint(byte);
  return PRINTABLE.test(sign) && !/["%]/.test(sign) ? sign : `%${byte.toString(16).padStart(2, '0')}`;
}
