import { afterAll } from 'vitest';
import {
  type CertificateFiles,
  makeCertificate,
  type OwnCertificate,
  writeCertificate,
} from '#lib/testing/wire/own-certificate';
import { exchange, type RawAnswer, type RawRequest } from '#lib/testing/wire/raw-exchange';
import { type RunningScript, startScript } from '#lib/testing/run-script';
import { type AtEnd, throwAwayFolder } from '#lib/testing/throw-away-folder';
import { emptyDatabaseFolder } from './own-store.ts';

/** Sends one request to the main listener, over TLS where it speaks that. */
export type Send = (request: Omit<RawRequest, 'port' | 'ca'>) => Promise<RawAnswer>;

/** Our own server as a process of its own. */
export interface ListeningServer {
  readonly server: RunningScript;
  readonly port: number;
  /** NaN where there is no listener for plain HTTP beside TLS. */
  readonly httpPort: number;
  readonly send: Send;
}

/** A certificate that lies in files already. */
export interface PlacedCertificate extends OwnCertificate {
  readonly files: CertificateFiles;
}

/** Starts a server on a free port and waits until it listens, with a certificate of its own where it is to speak TLS. */
export async function startListening(
  variables: Readonly<Record<string, string>>,
  isTls: boolean,
  placed?: PlacedCertificate,
  atEnd?: AtEnd,
): Promise<ListeningServer> {
  const certificate = isTls ? (placed ?? (await placeCertificate())) : null;
  const hasDatabase = 'DATA_DIR' in variables || 'DATABASE_URL' in variables;
  const server = startServer(
    {
      PORT: '0',
      ...(!hasDatabase && { DATA_DIR: await emptyDatabaseFolder(atEnd) }),
      ...variables,
      ...(certificate && {
        TLS_CERT_FILE: certificate.files.certFile,
        TLS_KEY_FILE: certificate.files.keyFile,
      }),
    },
    atEnd,
  );
  const [, port] = await server.waitForOutput(/Crossrate listens on https?:\/\/[\w.]+:(\d+)/);
  await server.waitForOutput(/An API key is made with/);
  const hasPlain = 'HTTP_PORT' in variables;
  const [, httpPort] = hasPlain ? await server.waitForOutput(/Plain HTTP on port (\d+)/) : [];
  return {
    server,
    port: Number(port),
    httpPort: Number(httpPort),
    send: (request) =>
      exchange({ ...request, port: Number(port), ...(certificate && { ca: certificate.cert }) }),
  };
}

async function placeCertificate(): Promise<PlacedCertificate> {
  const made = await makeCertificate();
  return { ...made, files: writeCertificate(throwAwayFolder(), made) };
}

/**
 * A server without TLS that the tests of a file share, where none of them changes it: it starts for the first that asks for
 * it and ends after the last.
 */
export function shareListening(variables: Readonly<Record<string, string>> = {}) {
  const stops: Parameters<AtEnd>[0][] = [];
  let started: Promise<ListeningServer> | null = null;
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  return (): Promise<ListeningServer> => {
    started ??= startListening(variables, false, undefined, (stop) => stops.push(stop));
    return started;
  };
}

/** Starts a server that does not poll; it ends with the test. */
export function startServer(variables: Readonly<Record<string, string>>, atEnd?: AtEnd): RunningScript {
  return startScript(
    ['server.ts'],
    { ROLE: 'web', SOURCES: 'fixed', LOG_LEVEL: 'silent', ...variables },
    atEnd,
  );
}
