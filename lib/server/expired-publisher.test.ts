import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { makeCertificate, writeCertificate } from '#lib/testing/wire/own-certificate';
import { startService } from '#lib/testing/worlds/running-service';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const POLLED = { timeout: 60_000, interval: 200 };

const STRICT = '/v1/rates/pair?from=EUR&to=USD&source=ecb';

it.each([
  ['is good', 'good', { status: 'operational', cause: null }, 200],
  ['has expired', 'ended', { status: 'outage', cause: 'unreachable' }, 503],
] as const)(
  'trusts a publisher by its certificate, which %s',
  async (_name, when, found, status) => {
    const { url, certFile, asked } = await publisherOverTls(when);
    const service = await startService({
      DATA_DIR: throwAwayFolder(),
      SOURCES: 'ecb,fixed',
      UPSTREAM_ECB: url,
      NODE_EXTRA_CA_CERTS: certFile,
    });
    const ecb = async () => {
      const { sources } = asBoard(JSON.parse((await service.get('/status/board.json')).text));
      return sources.find(({ id }) => id === 'ecb');
    };
    await expect.poll(ecb, POLLED).toMatchObject({ ...found, checkedAt: expect.any(String) });
    expect((await service.get(STRICT)).status).toBe(status);
    expect((await service.get('/v1/rates/pair?from=EUR&to=DEM')).status).toBe(200);
    expect(asked() > 0).toBe(when === 'good');
  },
  120_000,
);

/** The central bank as it is simulated, behind a certificate that the service would trust while it lasts. */
async function publisherOverTls(when: 'good' | 'ended') {
  const upstreams = await startSimulatedUpstreams({ now: () => new Date() });
  onTestFinished(upstreams.close);
  const certificate = await makeCertificate(when);
  let asked = 0;
  const server = createServer(certificate, (request, response) => {
    asked += 1;
    fetch(`${upstreams.addressOf('ecb')}${request.url}`).then(
      async (answer) => {
        const type = answer.headers.get('content-type') ?? '';
        response.writeHead(answer.status, { 'Content-Type': type });
        response.end(Buffer.from(await answer.arrayBuffer()));
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return {
    url: `https://localhost:${asAddress(server.address()).port}`,
    asked: () => asked,
    ...writeCertificate(throwAwayFolder(), certificate),
  };
}

/** Holds because the server listens on a port and not on a socket of the file system. */
function asAddress(address: ReturnType<ReturnType<typeof createServer>['address']>): AddressInfo {
  return address as AddressInfo;
}

/** Holds because the board is of its type, which other tests prove. */
function asBoard(body: unknown) {
  return body as { readonly sources: readonly { readonly id: string }[] };
}
