import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { documentFacts, pairRateWithProvenance } from '#lib/testing/wire/answer-schemas';
import {
  ask,
  askFor,
  type EndpointBench,
  errorOf,
  type OpenBench,
  type RunningBench,
} from '#lib/testing/worlds/endpoint-bench';

const PAIR = '/v1/rates/pair?from=EUR&to=USD&source=ecb&include=provenance';

/** More than is kept of a document. */
const TOO_LARGE_BYTES = 70_000;

/** The documents that figures came from. */
export function describeDocuments(open: OpenBench): void {
  describe('a document', () => {
    const kept = recentEcbSample('2026-04-10');
    let bench: EndpointBench;
    beforeAll(async () => {
      bench = await open({ clock: '2026-04-14T08:00:00Z', document: kept });
    });
    afterAll(() => bench.dispose());

    it('is given byte for byte under the hash that the provenance names', async () => {
      const { provenance } = await askFor(bench, PAIR, pairRateWithProvenance);
      const sha256 = provenance.legs[0]?.document?.sha256 ?? '';
      expect(sha256).toBe(hashOf(kept));
      for (const written of [sha256, sha256.toUpperCase()]) {
        const response = await ask(bench, `/v1/documents/${written}`);
        expect(response.status).toBe(200);
        expect(hashOf(new Uint8Array(await response.arrayBuffer()))).toBe(sha256);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'application/octet-stream',
          'content-length': String(kept.byteLength),
          'content-disposition': `attachment; filename="ecb-2026-04-14-${sha256.slice(0, 8)}.csv"`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=31536000, immutable',
          etag: `"${sha256}"`,
        });
      }
    });

    it('is not sent to somebody who has it, and not at all without a key', async () => {
      const path = `/v1/documents/${hashOf(kept)}`;
      const again = await ask(bench, path, { 'If-None-Match': `"${hashOf(kept)}"` });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(await errorOf(await bench.send(path))).toMatchObject({ status: 401, code: 'unauthorized' });
    });

    it('that is too large to keep is told of', async () => {
      const large = new Uint8Array(TOO_LARGE_BYTES).fill(10);
      large.set(recentEcbSample());
      await bench.commit(large);
      const facts = await askFor(bench, `/v1/documents/${hashOf(large)}`, documentFacts);
      expect(facts).toMatchObject({
        sha256: hashOf(large),
        source: 'ecb',
        url: 'file:test',
        size: TOO_LARGE_BYTES,
        kept: false,
        reason: 'not_kept',
        credit: 'Source: European Central Bank',
      });
      expect(facts.firstSeenAt.slice(0, 10)).toBe('2026-04-14');
    });
  });
}

/** What such a question must not be. */
export function describeDocumentRefusals(bench: RunningBench): void {
  describe('a document', () => {
    const none = '0'.repeat(64);
    it.each([
      [
        `/v1/documents/${none}`,
        404,
        'unknown_document',
        'No document with this SHA-256 is known here, or this key may not read its source.',
      ],
      [`/v1/documents/${none.slice(1)}`, 400, 'invalid_parameter', 'sha256 must be 64 hexadecimal digits.'],
      [
        `/v1/documents/${none}?sha256=${none}`,
        400,
        'invalid_parameter',
        'sha256 is not a parameter of /v1/documents/{sha256}. It takes none.',
      ],
      [
        `/v1/documents/xr_live_${none}`,
        400,
        'invalid_parameter',
        'An API key does not belong in the address; send it in the X-API-Key header, and replace this one.',
      ],
    ])('is refused in one sentence: %s', async (path, status, code, message) => {
      expect(await errorOf(await ask(bench(), path))).toMatchObject({ status, code, message });
    });

    it.each(['/v1/documents', '/v1/documents/', `/v1/documents/${none}/`, `/v1/documents/${none}/content`])(
      'is not under another path: %s',
      async (path) => {
        expect(await errorOf(await ask(bench(), path))).toMatchObject({ status: 404, code: 'not_found' });
      },
    );
  });
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
