import { createServer } from 'node:http';
import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '#lib/platform/clock';
import { FAULTS, SIMULATED_SOURCES } from './faults.ts';
import { requestRaw } from '#lib/testing/simulated-upstreams/raw-request';
import { SAMPLE_DOCUMENTS, type SampleDocument } from '#lib/testing/simulated-upstreams/sample-documents';
import { type SimulatedUpstreams, startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';

const clock = createClock(new Date('2026-11-20T15:30:00Z'));
let upstreams: SimulatedUpstreams;

beforeAll(async () => {
  upstreams = await startSimulatedUpstreams({ now: clock.service });
});
afterEach(async () => {
  for (const source of SIMULATED_SOURCES) await upstreams.setFault(source, null);
});
afterAll(() => upstreams.close());

/** One document a source: every source has every fault. */
const samples = SIMULATED_SOURCES.map((source) => {
  const sample = SAMPLE_DOCUMENTS.find((candidate) => candidate.source === source);
  if (sample === undefined) throw new Error(`${source} has no sample.`);
  return [source, sample] as const;
});

describe('a fault of the wire', () => {
  it.each(samples)(
    'refuse: nothing listens at %s, and the same port listens again afterwards',
    async (source, sample) => {
      await upstreams.setFault(source, 'refuse');
      await expect(ask(sample)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      await upstreams.setFault(source, null);
      expect((await ask(sample)).status).toBe(200);
    },
  );

  it.each(samples)('reset: %s resets the connection', async (source, sample) => {
    await upstreams.setFault(source, 'reset');
    await expect(ask(sample)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it.each(samples)('hang: %s takes the request and answers nothing', async (source, sample) => {
    await upstreams.setFault(source, 'hang');
    const before = upstreams.requests(source).length;
    await expect(ask(sample, 300)).rejects.toMatchObject({ message: 'no patience' });
    expect(upstreams.requests(source).length).toBe(before + 1);
  });

  it('drip: every source sends a byte a second', async () => {
    for (const source of SIMULATED_SOURCES) await upstreams.setFault(source, 'drip');
    const answers = await Promise.all(samples.map(([, sample]) => ask(sample, 2500)));
    for (const { status, body, isWhole } of answers) {
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThanOrEqual(1);
      expect(body.length).toBeLessThanOrEqual(3);
      expect(isWhole).toBe(false);
    }
  });
});

describe('a fault in a body', () => {
  it.each(samples)('cut: %s promises all and sends half', async (source, sample) => {
    await upstreams.setFault(source, 'cut');
    const { headers, body, isWhole } = await ask(sample);
    const promised = Number(headers['content-length']);
    expect(promised).toBeGreaterThan(100);
    expect(body.length).toBe(Math.floor(promised / 2));
    expect(isWhole).toBe(false);
  });

  it.each(samples)('gzip_bomb: %s sends little that unpacks to more than 32 MiB', async (source, sample) => {
    await upstreams.setFault(source, 'gzip_bomb');
    const { headers, body } = await ask(sample);
    expect(headers['content-encoding']).toBe('gzip');
    expect(body.length).toBeLessThan(64 * 1024);
    let unpacked = 0;
    for await (const piece of Readable.from([body]).pipe(createGunzip()))
      unpacked += Buffer.from(piece).length;
    expect(unpacked).toBeGreaterThan(32 * 2 ** 20);
  });

  it.each(samples)(
    'html: %s sends a page, as a page or under the document’s own type',
    async (source, sample) => {
      const sound = (await ask(sample)).headers['content-type'];
      await upstreams.setFault(source, 'html');
      const page = await ask(sample);
      await upstreams.setFault(source, 'html_as_data');
      const dressed = await ask(sample);
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect([dressed.status, dressed.headers['content-type']]).toEqual([200, sound]);
      for (const { body } of [page, dressed]) expect(body.toString()).toMatch(/^<!DOCTYPE html>/);
    },
  );
});

describe('a fault in a status', () => {
  it.each(samples)('redirect_loop: %s redirects to itself', async (source, sample) => {
    await upstreams.setFault(source, 'redirect_loop');
    const { status, headers } = await ask(sample);
    expect([status, headers.location]).toEqual([302, sample.path]);
  });

  it.each(samples)(
    'redirect_to_loopback: %s redirects to another port of this machine',
    async (source, sample) => {
      await upstreams.setFault(source, 'redirect_to_loopback');
      const { status, headers } = await ask(sample);
      const target = new URL(headers.location ?? '');
      expect([status, target.hostname]).toEqual([302, '127.0.0.1']);
      expect(Object.values(upstreams.environment)).not.toContain(target.origin);
    },
  );

  it.each(samples)(
    'too_many_requests and server_error: %s answers 429 with Retry-After, and 500',
    async (source, sample) => {
      await upstreams.setFault(source, 'too_many_requests');
      const patient = await ask(sample);
      await upstreams.setFault(source, 'server_error');
      const broken = await ask(sample);
      expect([patient.status, patient.headers['retry-after'], broken.status]).toEqual([429, '1', 500]);
    },
  );
});

describe('the control listener', () => {
  it('sets, lists and takes back faults', async () => {
    const url = `${upstreams.controlUrl}/faults`;
    const set = await fetch(`${url}/boe`, { method: 'PUT', body: 'inverted\n' });
    expect([set.status, await set.text()]).toEqual([200, 'boe: inverted\n']);
    expect(upstreams.faultOf('boe')).toBe('inverted');
    expect(await (await fetch(url)).json()).toMatchObject({
      faults: { boe: 'inverted', ecb: null },
      known: FAULTS,
    });
    const back = await fetch(`${url}/boe`, { method: 'DELETE' });
    expect([back.status, upstreams.faultOf('boe')]).toEqual([200, null]);
  });

  it.each([
    ['PUT', '/faults/ecb', 'nonsense', 400, /name of a fault: refuse/],
    ['PUT', '/faults/fixed', 'hang', 404, /SOURCE is one of ecb, boe/],
    ['POST', '/faults/ecb', 'hang', 405, /PUT/],
    ['GET', '/elsewhere', undefined, 404, /Ask for \/faults/],
  ])('answers %s %s with %j by a sentence', async (method, path, body, status, sentence) => {
    const answer = await fetch(`${upstreams.controlUrl}${path}`, {
      method,
      ...(body !== undefined && { body }),
    });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toMatch(sentence);
    expect(upstreams.faultOf('ecb')).toBeNull();
  });

  it('answers when the fault acts: refused at once, served at once', async () => {
    const [, sample] = samples[0] ?? [];
    if (sample === undefined) throw new Error('There is no sample.');
    await fetch(`${upstreams.controlUrl}/faults/ecb`, { method: 'PUT', body: 'refuse' });
    await expect(ask(sample)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await fetch(`${upstreams.controlUrl}/faults/ecb`, { method: 'DELETE' });
    expect((await ask(sample)).status).toBe(200);
  });
});

describe('closing', () => {
  it('frees every port, whatever faults are set', async () => {
    const others = await startSimulatedUpstreams({ now: clock.service });
    const hosts = Object.values(others.environment);
    const hanging = requestRaw({ url: `${others.addressOf('boe')}/` });
    await others.setFault('ecb', 'refuse');
    await others.setFault('fed', 'drip');
    await others.close();
    await hanging.catch(() => null);
    for (const host of [...hosts, others.controlUrl]) {
      const port = Number(new URL(host).port);
      const taker = createServer();
      await new Promise<void>((resolve, reject) => {
        taker.once('error', reject);
        taker.listen(port, '127.0.0.1', resolve);
      });
      await new Promise((resolve) => taker.close(resolve));
    }
  });
});

function ask({ source, path, body, headers }: SampleDocument, patienceMs?: number) {
  return requestRaw({
    url: `${upstreams.addressOf(source)}${path}`,
    body,
    headers,
    ...(patienceMs !== undefined && { patienceMs }),
  });
}
