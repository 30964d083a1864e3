import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { alter } from '#lib/testing/databases/damaged-databases';
import { documentFacts } from '#lib/testing/wire/answer-schemas';
import { errorOf } from '#lib/testing/worlds/endpoint-bench';
import { openServiceWithEcb } from '#lib/testing/worlds/service-with-ecb';

const SHA256 = createHash('sha256').update(recentEcbSample()).digest('hex');

/** Other bytes than the hash is of. */
const OTHER = gzipSync(recentEcbSample('2026-04-10')).toString('hex');

describe('a stored document', () => {
  it('is given to a key that may read every source or its source, and unknown to one that may read others', async () => {
    const { ask } = await openWithDocument();
    for (const allowed of [null, new Set(['ecb'])]) {
      const response = await ask(allowed);
      expect(response.status).toBe(200);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(recentEcbSample());
    }
    expect(await errorOf(await ask(new Set(['crypto-exchange'])))).toMatchObject({
      status: 404,
      code: 'unknown_document',
    });
  });

  it('of a market is told of and not given, though it is kept', async () => {
    const { ask, dataDir } = await openWithDocument();
    alter(dataDir, "update body set source = 'crypto-exchange'");
    const facts = documentFacts.parse(await (await ask(null)).json());
    expect(facts).toMatchObject({
      sha256: SHA256,
      source: 'crypto-exchange',
      size: recentEcbSample().byteLength,
      kept: true,
      reason: 'terms',
    });
    expect(facts.terms).toContain('consent');
  });

  it('that has become other bytes, a half of its own, or no gzip at all is a fault, never wrong bytes', async () => {
    const { ask, dataDir } = await openWithDocument();
    const half = gzipSync(recentEcbSample()).subarray(0, 200).toString('hex');
    for (const content of [OTHER, half, '00112233']) {
      alter(dataDir, `update body set content = x'${content}'`);
      expect(await errorOf(await ask(null)), content.slice(0, 20)).toMatchObject({
        status: 500,
        code: 'internal_error',
      });
    }
  });
});

/** A service that has one document of the ECB, and how somebody asks for it who may read some sources only. */
async function openWithDocument() {
  const { dataDir, ask } = await openServiceWithEcb('ecb,crypto-exchange');
  return { dataDir, ask: (allowed: ReadonlySet<string> | null) => ask(`/v1/documents/${SHA256}`, allowed) };
}
