import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { someOf } from '#lib/testing/long-count';
import { startListening, startServer } from '#lib/testing/worlds/listening-server';
import { makeCertificate, writeCertificate } from '#lib/testing/wire/own-certificate';
import { exchange } from '#lib/testing/wire/raw-exchange';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const certificate = await makeCertificate();

describe('own TLS', () => {
  it('answers under the name of PUBLIC_URL only', async () => {
    const { port, send } = await startListening({ PUBLIC_URL: 'https://rates.example.org:8443' }, true);
    const statusUnder = async (host: string) =>
      (await send({ path: '/v1/status', headers: { Host: host } })).status;
    expect(await statusUnder('rates.example.org:8443')).toBe(200);
    expect(await statusUnder('RATES.example.org:8443')).toBe(200);
    for (const host of [
      'rates.example.org',
      'localhost',
      `127.0.0.1:${port}`,
      'a@rates.example.org:8443',
      '',
    ]) {
      expect(await statusUnder(host), host).toBe(400);
    }
  });

  it('takes up new files without a restart, and keeps the former ones when the new ones are wrong', async () => {
    const folder = throwAwayFolder();
    const files = writeCertificate(folder, certificate);
    const { server, port } = await startListening({ LOG_LEVEL: 'info' }, true, { ...certificate, files });
    const fingerprint = async () =>
      (await exchange({ port, path: '/healthz', ca: `${certificate.cert}\n${second.cert}` })).fingerprint;
    const second = await makeCertificate();
    const first = await fingerprint();
    writeCertificate(folder, { cert: second.cert, key: certificate.key });
    await server.waitForError(
      /the former certificate stays: TLS_KEY_FILE .* is not the key of TLS_CERT_FILE/,
    );
    expect(await fingerprint()).toBe(first);
    writeCertificate(folder, { cert: 'nothing', key: second.key });
    await server.waitForError(/the former certificate stays: TLS_CERT_FILE .* holds no certificate/);
    expect(await fingerprint()).toBe(first);
    writeCertificate(folder, second);
    await expect.poll(fingerprint, { timeout: 10_000 }).not.toBe(first);
  });
});

describe('TLS 1.2', () => {
  it.each([
    ['ec', 'ECDHE-ECDSA-AES128-GCM-SHA256', ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA']],
    ['rsa', 'ECDHE-RSA-AES256-GCM-SHA384', ['AES128-GCM-SHA256', 'AES256-SHA', 'ECDHE-RSA-AES128-SHA256']],
  ] as const)(
    'with a key of %s agrees on %s, and on no CBC or RSA key exchange, also after new files',
    async (keyType, good, bad) => {
      const first = await makeCertificate('good', keyType);
      const folder = throwAwayFolder();
      const files = writeCertificate(folder, first);
      const { server, port } = await startListening({ LOG_LEVEL: 'info' }, true, { ...first, files });
      const agreesOnGoodAlone = async () => {
        expect(await agreedOn(port, good)).toBe(good);
        for (const cipher of bad) expect([cipher, await agreedOn(port, cipher)]).toEqual([cipher, null]);
        expect(await agreedOn(port, good, 'TLSv1.1')).toBe(null);
      };
      await agreesOnGoodAlone();
      const second = await makeCertificate('good', keyType);
      writeCertificate(folder, second);
      await server.waitForError(/a new certificate is in use/);
      await agreesOnGoodAlone();
    },
  );
});

describe('the files of own TLS', () => {
  it('starts with a certificate that has ended, and says so', async () => {
    const ended = await makeCertificate('ended');
    const files = writeCertificate(throwAwayFolder(), ended);
    const { server } = await startListening({ LOG_LEVEL: 'warn' }, true, { ...ended, files });
    await server.waitForError(/the certificate has ended/);
  });

  it.each(
    someOf<readonly [string, string, string, RegExp]>(
      [
        [
          'there is no certificate',
          'missing.pem',
          'key.pem',
          /^TLS_CERT_FILE .*missing\.pem cannot be read: there is no such file\.\n$/,
        ],
        [
          'the certificate is none',
          'key.pem',
          'key.pem',
          /^TLS_CERT_FILE .*key\.pem holds no certificate in PEM form\.\n$/,
        ],
        [
          'the key is none',
          'cert.pem',
          'cert.pem',
          /^TLS_KEY_FILE .*cert\.pem holds no private key in PEM form without a passphrase\.\n$/,
        ],
        ['the key is a folder', 'cert.pem', '.', /^TLS_KEY_FILE .* cannot be read: it is a folder\.\n$/],
      ],
      2,
    ),
  )('does not start when %s: one sentence and exit code 1', async (_name, certName, keyName, sentence) => {
    const folder = throwAwayFolder();
    writeCertificate(folder, certificate);
    const { code, stdout, stderr } = await startServer({
      TLS_CERT_FILE: `${folder}/${certName}`,
      TLS_KEY_FILE: `${folder}/${keyName}`,
    }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain('BEGIN');
  });

  it('ends a connection that does not speak it, and goes on', async () => {
    const { port, send } = await startListening({}, true);
    await expect(exchange({ port, path: '/v1/status', headers: { Host: 'localhost' } })).rejects.toThrow();
    expect((await send({ path: '/v1/status', headers: { Host: 'localhost' } })).status).toBe(200);
  });
});

/** The cipher that a handshake with nothing newer than this version ends in; null where both sides find none. */
function agreedOn(
  port: number,
  ciphers: string,
  maxVersion: 'TLSv1.1' | 'TLSv1.2' = 'TLSv1.2',
): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { minVersion: maxVersion, maxVersion, ciphers, rejectUnauthorized: false };
    const socket = connect({ port, host: '127.0.0.1', ...options }, () => {
      resolve(socket.getCipher().name);
      socket.destroy();
    });
    socket.once('error', () => resolve(null));
  });
}
