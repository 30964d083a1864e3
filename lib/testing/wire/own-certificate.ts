import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A certificate for localhost and the names it was made for, signed by itself, and its key. */
export interface OwnCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Where a certificate and its key lie. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Makes a certificate that is good for a day, or one that ended; its key is of an elliptic curve, or RSA. */
export async function makeCertificate(
  when: 'good' | 'ended' = 'good',
  keyType: 'ec' | 'rsa' = 'ec',
): Promise<OwnCertificate> {
  // Each under a name of its own, or a client that trusts two would look at the first one only.
  const made = await generate([{ name: 'commonName', value: `localhost ${randomUUID()}` }], {
    ...(keyType === 'ec' ? { keyType, curve: 'P-256' } : { keyType, keySize: 2048 }),
    notBeforeDate: new Date(Date.now() - 2 * 86_400_000),
    notAfterDate: new Date(Date.now() + (when === 'good' ? 86_400_000 : -86_400_000)),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 2, value: 'rates.example.org' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** Puts a certificate in a folder as renewal tools do: each file whole, one after the other. */
export function writeCertificate(folder: string, { cert, key }: OwnCertificate): CertificateFiles {
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  for (const [path, text] of [
    [files.keyFile, key],
    [files.certFile, cert],
  ] as const) {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  }
  return files;
}
