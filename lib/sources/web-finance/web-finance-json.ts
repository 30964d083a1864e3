import { z } from 'zod';

import type { Result } from '#lib/domain/result';
import { readJson } from '#lib/sources/read-json';
import { type LayoutError, unknownLayout } from '#lib/sources/source';

/** A refusal comes in the envelope of the asked interface (`chart`, `spark`, `quoteResponse`) or in one of its own (`finance`). */
const refusalSchema = z.record(
  z.string(),
  z.object({ error: z.object({ code: z.string(), description: z.string() }) }),
);

/** Longer descriptions are no use in a log line. */
const DESCRIPTION_LENGTH_MAX = 120;

/**
 * Reads a body of Yahoo Finance as JSON. What comes in place of JSON, and an error inside it, are failures whose
 * sentence names it and ends with what was expected.
 */
export function readWebFinanceJson(body: Uint8Array, expected: string): Result<unknown, LayoutError> {
  const text = new TextDecoder().decode(body).trimStart();
  const found = foundInsteadOfJson(text);
  if (found !== null) return unknownLayout(`The document is ${found}; expected ${expected}.`);
  const json = readJson(body, expected);
  if (!json.ok) return json;
  const refusal = refusalSchema.safeParse(json.value);
  const [error] = refusal.success ? Object.values(refusal.data).map((envelope) => envelope.error) : [];
  if (error === undefined) return json;
  const description = error.description.slice(0, DESCRIPTION_LENGTH_MAX);
  return unknownLayout(
    `The publisher answered with the error "${error.code}" ("${description}"); expected ${expected}.`,
  );
}

function foundInsteadOfJson(text: string): string | null {
  if (text.startsWith('<') && /\bconsent\b/i.test(text)) {
    return "the publisher's consent page (HTML), which is shown to addresses in Europe";
  }
  if (/^Too Many Requests/i.test(text)) {
    return 'the text "Too Many Requests": the publisher wants to be asked less often, or refuses this client';
  }
  if (text.startsWith('Date,Open,High,Low,Close')) {
    return 'a CSV of the download interface, which was closed in 2024 and does not say of which pair it is';
  }
  return null;
}
