import { z } from 'zod';
import { instant, source } from '#lib/contract/answer-fields';
import { defineContract, EXAMPLE_AT } from '#lib/contract/endpoint-contract';
import { PARAMETERS } from '#lib/contract/parameters';

const query = z.object({
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, { error: 'sha256 must be 64 hexadecimal digits.' })
    .transform((text) => text.toLowerCase())
    .register(PARAMETERS, {
      kind: 'SHA-256',
      description:
        'The SHA-256 of the document’s bytes in hex, as the provenance of a rate gives it. Case does not matter.',
      schema: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' },
    }),
});

/** GET /v1/documents/{sha256}: the bytes that a publisher sent, or what is known of them. */
export const documentsContract = defineContract({
  id: 'documents',
  access: 'keyed',
  tag: 'Reference',
  name: 'A document',
  title: 'The document that a figure was read from',
  description:
    'Gives the publisher’s document itself, byte for byte, as `application/octet-stream`: where the publisher’s terms allow that (`ecb`, `boe`, `fed`, `boj`) and the document was small enough to be kept. Its SHA-256 is checked before it is sent. For every other document the answer is JSON with what is known of it, and why the document itself is not given.',
  query,
  answer: z
    .strictObject({
      sha256: z.string().meta({ description: 'The SHA-256 of its bytes, in lower-case hex.' }),
      source: source.meta({ description: 'Who published it.' }),
      url: z.string().meta({ description: 'The address that it was fetched from, or the name of a file.' }),
      firstSeenAt: instant.meta({ description: 'When it first arrived.' }),
      size: z.int().nonnegative().meta({ description: 'How many bytes it has.' }),
      kept: z.boolean().meta({ description: 'Whether its bytes are kept here.' }),
      reason: z.enum(['terms', 'not_kept']).meta({
        description:
          'Why the document itself is not given. `terms`: the publisher’s terms do not allow it; `not_kept`: it was too large to keep.',
      }),
      terms: z.string().meta({ description: 'The publisher’s terms, in a sentence.' }),
      credit: z.string().meta({ description: 'The credit that the publisher asks for.' }),
    })
    .meta({ id: 'DocumentFacts', description: 'What is known of a document that is not given itself.' }),
  isAlsoFile: true,
  ownHeaders: ['Content-Disposition'],
  examples: [
    {
      id: 'documents',
      summary: 'The history of the ECB, which is too large to keep',
      query: { sha256: '5f0f4f6d0ac4b4c0a4f7e4f6a2d4b1a6f6f2c3d0a4b5c6d7e8f90a1b2c3d4e5f' },
      body: {
        sha256: '5f0f4f6d0ac4b4c0a4f7e4f6a2d4b1a6f6f2c3d0a4b5c6d7e8f90a1b2c3d4e5f',
        source: 'ecb',
        url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
        firstSeenAt: new Date(EXAMPLE_AT).toISOString(),
        size: 652_301,
        kept: false,
        reason: 'not_kept',
        terms:
          'Free reuse when the source is stated and changes are marked; the rates are for information only and not meant for transactions.',
        credit: 'Source: European Central Bank',
      },
    },
  ],
  printed: null,
});
