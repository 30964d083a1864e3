import { describe, expect, it } from 'vitest';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { llmsText } from '#lib/contract/llms-text';
import { openApiDocument } from '#lib/contract/openapi/openapi-document';
import { startListening } from '#lib/testing/worlds/listening-server';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const PUBLIC_URL = 'https://rates.example.org:8443';

describe('/openapi.json', () => {
  it('is the document, for everybody and from any origin, and is sent again only when it has changed', async () => {
    const { send } = await startListening({ DATA_DIR: throwAwayFolder() }, false);
    const path = '/openapi.json';
    const headers = { Host: 'localhost', Origin: 'https://elsewhere.example' };
    const whole = await send({ path, headers });
    expect(whole.status).toBe(200);
    expect(JSON.parse(whole.body)).toEqual(JSON.parse(JSON.stringify(openApiDocument(null))));
    expect(whole.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(whole.body)),
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    });
    const head = await send({ path, headers, method: 'HEAD' });
    expect([head.status, head.body, head.headers['etag']]).toEqual([200, '', whole.headers['etag']]);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    const again = await send({
      path,
      headers: { ...headers, 'If-None-Match': String(whole.headers['etag']) },
    });
    expect([again.status, again.body]).toEqual([304, '']);
    const small = await send({ path, headers: { ...headers, 'Accept-Encoding': 'gzip' } });
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(Number(small.headers['content-length'])).toBeLessThan(whole.body.length / 4);
    expect(small.headers['etag']).not.toBe(whole.headers['etag']);
    const posted = await send({ path, headers, method: 'POST' });
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await send({ path, headers, method: 'OPTIONS' })).status).toBe(204);
  });

  it('is beside a text for language models that names every endpoint', async () => {
    const { send } = await startListening({ DATA_DIR: throwAwayFolder() }, false);
    const { status, headers, body } = await send({ path: '/llms.txt', headers: { Host: 'localhost' } });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toBe(llmsText(null));
    // The form of https://llmstxt.org: one title, a summary as a quotation, and lists of links under second titles.
    expect(body).toMatch(/^# Crossrate\n\n> [^\n]+\n\n/);
    expect(body.match(/^# /gm)).toHaveLength(1);
    const lists = body.slice(body.indexOf('\n## ')).split('\n');
    for (const line of lists.filter((one) => one.startsWith('-')))
      expect(line).toMatch(/^- \[[^\]]+\]\(\/[^)]+\): \S/);
    for (const path of Object.values(ENDPOINT_PATHS)) expect(body).toContain(`- [GET ${path}](/docs#`);
  });

  it('names the address that the operator gave the service', async () => {
    const { send } = await startListening({ DATA_DIR: throwAwayFolder(), PUBLIC_URL }, true);
    const { status, headers, body } = await send({
      path: '/openapi.json',
      headers: { Host: 'rates.example.org:8443' },
    });
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
    expect(JSON.parse(body)).toMatchObject({ servers: [{ url: PUBLIC_URL }] });
  });
});
