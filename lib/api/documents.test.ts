import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ecbSample } from '#lib/testing/builders/ecb-sample';
import { alter } from '#lib/testing/databases/damaged-databases';
import { documentFacts } from '#lib/testing/wire/answer-schemas';
import { errorOf } from '#lib/testing/worlds/endpoint-bench';
import { openServiceWithEcb } from '#lib/testing/worlds/service-with-ecb';

const SHA256 = createHash('sha256').update(ecbSample()).digest('hex');

/** Other bytes than the hash is of. */
const OTHER = gzipSync(ecbSample('2026-04-10')).toString('hex');

describe('a stored document', () => {
  it.each([
    ['every source', null, 200],
    ['its source', ['ecb'], 200],
    ['other sources', ['crypto-exchange'], 404],
  ])('is given to a key that may read %s, else it is unknown', async (_who, allowed, status) => {
    const { ask } = await openWithDocument();
    const response = await ask(allowed && new Set(allowed));
    expect(response.status).toBe(status);
    if (status === 404) expect(await errorOf(response)).toMatchObject({ code: 'unknown_document' });
    else expect(new Uint8Array(await response.arrayBuffer())).toEqual(ecbSample());
  });

  it('of a market is told of and not given, though it is kept', async () => {
    const { ask, dataDir } = await openWithDocument();
    alter(dataDir, "update body set source = 'crypto-exchange'");
    const facts = documentFacts.parse(await (await ask(null)).json());
    expect(facts).toMatchObject({
      sha256: SHA256,
      source: 'crypto-exchange',
      size: ecbSample().byteLength,
      kept: true,
      reason: 'terms',
    });
    expect(facts.terms).toContain('consent');
  });

  it.each([
    ['other bytes', OTHER],
    ['a half of its own', gzipSync(ecbSample()).subarray(0, 200).toString('hex')],
    ['no gzip at all', '00112233'],
  ])('that has become %s is a fault, never wrong bytes', async (_what, content) => {
    const { ask, dataDir } = await openWithDocument();
    alter(dataDir, `update body set content = x'${content}'`);
    expect(await errorOf(await ask(null))).toMatchObject({ status: 500, code: 'internal_error' });
  });
});

/** A service that has one document of the ECB, and how somebody asks for it who may read some sources only. */
async function openWithDocument() {
  const { dataDir, ask } = await openServiceWithEcb('ecb,crypto-exchange');
  return { dataDir, ask: (allowed: ReadonlySet<string> | null) => ask(`/v1/documents/${SHA256}`, allowed) };
}
