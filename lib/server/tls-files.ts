import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { fail, ok, type Result } from '#lib/domain/result';
import type { TlsFiles } from '#lib/platform/access-environment';

/** A certificate chain and its private key, both PEM, that belong together. */
export interface TlsMaterial {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** When the certificate of the server itself ends. */
  readonly endsAt: Date;
}

/** Reads and checks both files; the failure is one sentence that names the file and never what is in it. */
export async function readTlsFiles({ certFile, keyFile }: TlsFiles): Promise<Result<TlsMaterial, string>> {
  const cert = await readNamed('TLS_CERT_FILE', certFile);
  if (!cert.ok) return cert;
  const key = await readNamed('TLS_KEY_FILE', keyFile);
  if (!key.ok) return key;
  const leaf = attempt(() => new X509Certificate(cert.value));
  if (!leaf) return fail(`TLS_CERT_FILE ${certFile} holds no certificate in PEM form.`);
  const privateKey = attempt(() => createPrivateKey(key.value));
  if (!privateKey) {
    return fail(`TLS_KEY_FILE ${keyFile} holds no private key in PEM form without a passphrase.`);
  }
  if (!leaf.checkPrivateKey(privateKey)) {
    return fail(
      `TLS_KEY_FILE ${keyFile} is not the key of TLS_CERT_FILE ${certFile}, whose first certificate must be the server's own.`,
    );
  }
  const context = attempt(() => createSecureContext({ cert: cert.value, key: key.value }));
  if (!context)
    return fail(`TLS_CERT_FILE ${certFile} cannot be used: its chain is broken or its key too weak.`);
  return ok({ cert: cert.value, key: key.value, endsAt: new Date(leaf.validTo) });
}

async function readNamed(name: string, path: string): Promise<Result<Buffer, string>> {
  try {
    return ok(await readFile(path));
  } catch (error) {
    return fail(`${name} ${path} cannot be read: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EACCES':
      return 'this user may not read it';
    case 'EISDIR':
      return 'it is a folder';
    default:
      return 'the system refuses it';
  }
}

/** What node:crypto throws at is what a file holds, not a bug. */
function attempt<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch {
    return null;
  }
}
