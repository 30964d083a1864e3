import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import { openStatusBench, sayOfEcb, STATUS_ORIGIN, STATUS_START } from '#lib/testing/worlds/status-bench';

describe('the Atom feed', () => {
  it('has what RFC 4287 asks of a feed and of each entry, and absolute addresses by PUBLIC_URL', async () => {
    const { get, service } = await openStatusBench();
    await sayOfEcb(service, 0, 'operational');
    await sayOfEcb(service, 1, 'degraded', 'timeout');
    await sayOfEcb(service, 2, 'outage', 'timeout');
    await sayOfEcb(service, 10, 'operational');
    await sayOfEcb(service, 60, 'degraded', 'few_pairs');
    const response = await get('/status/feed.atom', { headers: { Host: 'elsewhere.example' } });
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = ATOM.parse(parseXml(await response.text())).feed;
    expect(feed.id).toBe(`${STATUS_ORIGIN}/status/feed.atom`);
    expect(feed.updated).toBe('2026-04-14T09:00:00.000Z');
    expect(feed.link.map((link) => [link['@rel'], link['@href']])).toEqual([
      ['self', `${STATUS_ORIGIN}/status/feed.atom`],
      ['alternate', `${STATUS_ORIGIN}/status/history`],
    ]);
    expect(feed.entry.map(({ title, updated }) => [title, updated])).toEqual([
      ['European Central Bank has figures refused by validation', '2026-04-14T09:00:00.000Z'],
      ['European Central Bank was unreachable', '2026-04-14T08:10:00.000Z'],
    ]);
    expect(feed.entry[1]?.content['#']).toBe(
      'From 2026-04-14 08:01:00 UTC to 2026-04-14 08:10:00 UTC: 9 minutes. At worst: outage. Unreachable. No answer in time. First failure 2026-04-14 08:01:00 UTC, last 2026-04-14 08:02:00 UTC; 2 failed checks.',
    );
  });

  it('keeps the id of an entry while it changes, after a restart, and under another name of the server', async () => {
    const { get, service, folder } = await openStatusBench();
    await sayOfEcb(service, 0, 'degraded', 'timeout');
    const idsOf = async (response: Response) =>
      ATOM.parse(parseXml(await response.text())).feed.entry.map(({ id }) => id);
    const before = await idsOf(await get('/status/feed.atom'));
    expect(before).toHaveLength(1);
    await sayOfEcb(service, 5, 'operational');
    expect(await idsOf(await get('/status/feed.atom'))).toEqual(before);
    await service.close();
    const other = await openStatusBench({ PUBLIC_URL: 'https://other.example.net', DATA_DIR: folder });
    expect(await idsOf(await other.get('/status/feed.atom'))).toEqual(before);
  });

  it('is a feed also before anything happened', async () => {
    const { get } = await openStatusBench();
    const text = await (await get('/status/feed.atom')).text();
    expect(XMLValidator.validate(text)).toBe(true);
    expect(text).not.toContain('<entry');
    expect(text).toContain('<updated>2026-04-14T08:00:0');
  });
});

describe('an entry of the feed', () => {
  it('of an open incident says which pairs have no rate', async () => {
    const { get, service } = await openStatusBench();
    await sayOfEcb(service, 0, 'operational');
    await sayOfEcb(service, 1, 'outage', 'timeout');
    const [entry] = await entriesOf(await get('/status/feed.atom'));
    expect(entry?.content['#']).toMatch(/^Open since .* Its pair still has a current rate\.$/);
  });

  it('is there for each note and maintenance, and changes when that begins and ends', async () => {
    const { get, service } = await openStatusBench();
    const { store } = service;
    const startMs = STATUS_START.getTime();
    const write = { affects: [], writtenAtMs: startMs - HOUR_MS, planned: null };
    const id = await store.write.addStatusNote({ ...write, text: 'We look into late figures of <ecb>.' });
    await store.write.endStatusNote({ id, atMs: startMs - MINUTE_MS });
    await store.write.addStatusNote({
      text: 'We move to another host.',
      affects: ['ecb', 'api'],
      writtenAtMs: startMs - 2 * HOUR_MS,
      planned: { fromMs: startMs - 2 * MINUTE_MS, untilMs: startMs + HOUR_MS },
    });
    const entries = await entriesOf(await get('/status/feed.atom'));
    expect(
      entries.map(({ title, updated, content, link }) => [title, updated, content['#'], link['@href']]),
    ).toEqual([
      [
        'Former note from the operator',
        '2026-04-14T07:59:00.000Z',
        'We look into late figures of <ecb>. Ended 2026-04-14 07:59:00 UTC.',
        `${STATUS_ORIGIN}/status/history?month=2026-04#note-1`,
      ],
      [
        'Maintenance under way: European Central Bank, api',
        '2026-04-14T07:58:00.000Z',
        'We move to another host. From 2026-04-14 07:58:00 UTC to 2026-04-14 09:00:00 UTC. About European Central Bank, api.',
        `${STATUS_ORIGIN}/status#note-2`,
      ],
    ]);
  });
});

/** What RFC 4287 (4.1.1, 4.1.2) requires: id, title and updated everywhere, an author for every entry. */
const INSTANT = z.iso.datetime();
const LINK = z.object({ '@rel': z.string(), '@type': z.string(), '@href': z.url() });
const ATOM = z.object({
  feed: z.object({
    '@xmlns': z.literal('http://www.w3.org/2005/Atom'),
    id: z.url(),
    title: z.string().min(1),
    updated: INSTANT,
    author: z.object({ name: z.string().min(1) }),
    link: z.array(LINK),
    entry: z.array(
      z.object({
        id: z
          .string()
          .regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        title: z.string().min(1),
        updated: INSTANT,
        published: INSTANT,
        link: LINK,
        content: z.object({ '@type': z.literal('text'), '#': z.string().min(1) }),
      }),
    ),
  }),
});

async function entriesOf(response: Response) {
  return ATOM.parse(parseXml(await response.text())).feed.entry;
}

function parseXml(text: string): unknown {
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    textNodeName: '#',
    isArray: (name, path) => name === 'entry' || String(path) === 'feed.link',
    parseTagValue: false,
  });
  return parser.parse(text);
}
