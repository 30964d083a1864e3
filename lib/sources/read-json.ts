import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, unknownLayout } from './source.ts';

/** Reads a body as JSON; an empty body, an HTML page and damaged JSON are failures whose sentence ends with what was expected. */
export function readJson(body: Uint8Array, expected: string): Result<unknown, LayoutError> {
  const text = new TextDecoder().decode(body).trimStart();
  if (text === '') return unknownLayout(`The document is empty; expected ${expected}.`);
  if (text.startsWith('<'))
    return unknownLayout(`The document is an HTML or XML page; expected ${expected}.`);
  try {
    return ok(JSON.parse(text));
  } catch {
    return unknownLayout(`The document is no JSON, or cut short or damaged; expected ${expected}.`);
  }
}
