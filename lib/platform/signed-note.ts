import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto';

/*
 * Signed notes (https://c2sp.org/signed-note): a text, an empty line, and lines `— NAME SIGNATURE`. A verifier key is
 * `NAME+HASH+KEY`.
 */

/** Signs notes by Ed25519, under any name. */
export interface NoteKey {
  /** The key's SHA-256 in hex: 64 digits. */
  readonly fingerprint: string;
  /** What checks the signatures under a name. */
  readonly verifierKey: (name: string) => string;
  /** A text that ends with a line break, signed. */
  readonly sign: (text: string, name: string) => string;
}

/** What stands before an Ed25519 seed in PKCS #8 and before a public key in SPKI (RFC 8410, section 7 and 4). */
const PRIVATE_START = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_START = Buffer.from('302a300506032b6570032100', 'hex');

/** How the format names Ed25519. */
const ED25519 = Buffer.of(1);
const KEY_BYTES = 32;
const HASH_BYTES_OF_KEY = 4;

/** Makes a key from a secret seed of 32 bytes. */
export function noteKeyOf(seed: Uint8Array): NoteKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_START, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .subarray(PUBLIC_START.length);
  return {
    fingerprint: hash('sha256', publicKey),
    verifierKey: (name) => {
      const key = Buffer.concat([ED25519, publicKey]).toString('base64');
      return `${name}+${keyHash(name, publicKey).toString('hex')}+${key}`;
    },
    sign: (text, name) => {
      const signature = sign(null, Buffer.from(text), privateKey);
      const signed = Buffer.concat([keyHash(name, publicKey), signature]).toString('base64');
      return `${text}\n— ${name} ${signed}\n`;
    },
  };
}

/** A name without spaces and plus signs, the hash of name and key, and the key with its type. */
const VERIFIER_KEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/;

/** What a verifier key says; null where it is none of Ed25519. */
export function parseVerifierKey(
  text: string,
): { readonly name: string; readonly publicKey: Uint8Array } | null {
  const [, name = '', hashed, encoded = ''] = VERIFIER_KEY.exec(text) ?? [];
  const key = Buffer.from(encoded, 'base64');
  const publicKey = key.subarray(ED25519.length);
  if (publicKey.length !== KEY_BYTES || key[0] !== ED25519[0]) return null;
  return keyHash(name, publicKey).toString('hex') === hashed ? { name, publicKey } : null;
}

/** The text of a note that a key has signed, with its last line break; null where no signature is the key's. */
export function readSignedNote(note: string, verifierKey: string): string | null {
  const key = parseVerifierKey(verifierKey);
  const end = note.lastIndexOf('\n\n');
  if (key === null || end === -1) return null;
  const text = note.slice(0, end + 1);
  const publicKey = createPublicKey({
    key: Buffer.concat([PUBLIC_START, key.publicKey]),
    format: 'der',
    type: 'spki',
  });
  const isSigned = note
    .slice(end + 2)
    .split('\n')
    .some((line) => {
      const [dash, name, encoded = '', ...rest] = line.split(' ');
      if (dash !== '—' || name !== key.name || rest.length > 0) return false;
      const signed = Buffer.from(encoded, 'base64');
      const isOfKey = signed.subarray(0, HASH_BYTES_OF_KEY).equals(keyHash(key.name, key.publicKey));
      return isOfKey && verify(null, Buffer.from(text), publicKey, signed.subarray(HASH_BYTES_OF_KEY));
    });
  return isSigned ? text : null;
}

function keyHash(name: string, publicKey: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(`${name}\n`), ED25519, publicKey]);
  return hash('sha256', named, 'buffer').subarray(0, HASH_BYTES_OF_KEY);
}
