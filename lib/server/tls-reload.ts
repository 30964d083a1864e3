import { unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import type { TlsFiles } from '#lib/platform/access-environment';
import type { Logger } from '#lib/platform/logger';
import { readTlsFiles, type TlsMaterial } from './tls-files.ts';
import { TLS_PROTOCOL } from './tls-protocol.ts';

/** How often both files are looked at. By their path, so that a link which is turned to a new file is seen too. */
const LOOK_INTERVAL_MS = 1000;

/** Tools write the certificate and its key one after the other. */
const SETTLE_MS = 300;

/**
 * Takes up new files for new connections; those that are open go on. Files that do not fit are left alone, the log says why,
 * and the former certificate stays. Gives the end of the watch.
 */
export function reloadTls(server: Server, files: TlsFiles, first: TlsMaterial, log: Logger): () => void {
  let held = first;
  let settling: NodeJS.Timeout | null = null;
  let lastRefusal = '';
  const reload = async () => {
    const read = await readTlsFiles(files);
    if (!read.ok) {
      if (read.error !== lastRefusal) log.error(`the former certificate stays: ${read.error}`);
      lastRefusal = read.error;
      return;
    }
    lastRefusal = '';
    if (read.value.cert.equals(held.cert) && read.value.key.equals(held.key)) return;
    held = read.value;
    // What is not named here would be Node's default from now on.
    server.setSecureContext({ ...TLS_PROTOCOL, cert: held.cert, key: held.key });
    log.info({ endsAt: held.endsAt.toISOString() }, 'a new certificate is in use');
    warnOfEnd(held, log);
  };
  const onChange = () => {
    if (settling) clearTimeout(settling);
    settling = setTimeout(() => void reload(), SETTLE_MS);
  };
  const paths = [files.certFile, files.keyFile];
  for (const path of paths) {
    watchFile(path, { interval: LOOK_INTERVAL_MS, persistent: false }, onChange);
  }
  // Whatever changed between the first reading and the first look.
  onChange();
  return () => {
    if (settling) clearTimeout(settling);
    for (const path of paths) unwatchFile(path, onChange);
  };
}

/** Says in the log that a certificate has ended: the service runs, but nobody's program will talk to it. */
export function warnOfEnd({ endsAt }: TlsMaterial, log: Logger): void {
  if (endsAt.getTime() > Date.now()) return;
  log.warn({ endsAt: endsAt.toISOString() }, 'the certificate has ended; clients will refuse it');
}
