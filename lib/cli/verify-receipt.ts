import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { JWKS_PATH } from '#lib/contract/receipts';
import { keepsSecrets } from '#lib/client/programs/request-sender';
import { verifyReceipt } from '#lib/client/receipts/verify-receipt';
import { answerText, SIMULATED_SENTENCE } from '#lib/format/rates/receipt-words';
import { RefusedCommand } from './command-line.ts';

/** How long a service may take to give them. */
const KEYS_MS_MAX = 10_000;

/** By which keys a receipt is verified: those in a file, or those of a service. */
export interface ReceiptOptions {
  readonly keys?: string;
  readonly from?: string;
}

/** Verifies the receipt in a file: nothing is asked of any service but, with `from`, its public keys. */
export async function verifyReceiptFile(file: string, options: ReceiptOptions): Promise<void> {
  const receipt = readGiven(file);
  const verified = await verifyReceipt(receipt, await keysOf(options));
  if (!verified.ok) throw new RefusedCommand(verified.error);
  const { payload, kid } = verified.value;
  const { issuedAt, issuer } = payload;
  if (options.from !== undefined && issuer !== null && issuer !== new URL(options.from).origin)
    throw new RefusedCommand(
      `The receipt says that ${issuer} issued it, and the keys are those of ${options.from}.`,
    );
  const warning = payload.simulated ? [`Warning: ${SIMULATED_SENTENCE}`] : [];
  const lines = [
    `The receipt is valid: ${answerText(payload)}`,
    `Signed with Ed25519 by the key ${kid}, at ${issuedAt} by ${issuer ?? 'a service without a public address'}.`,
    ...warning,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function keysOf({ keys, from }: ReceiptOptions): Promise<string> {
  if (keys !== undefined) return readGiven(keys);
  if (from === undefined)
    throw new RefusedCommand('Name the public keys: --keys FILE, or --from with the address of the service.');
  const url = keysAddress(from);
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(KEYS_MS_MAX), redirect: 'error' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.text();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RefusedCommand(`The public keys could not be fetched from ${url.href}: ${why}.`);
  }
}

/** Keys that came over plain HTTP could be anybody's. */
function keysAddress(origin: string): URL {
  const url = URL.canParse(origin) ? new URL(JWKS_PATH, origin) : null;
  if (url !== null && keepsSecrets(url)) return url;
  throw new RefusedCommand(
    '--from must be an HTTPS address such as https://rates.example.org, or one of this machine.',
  );
}

function readGiven(file: string): string {
  try {
    return readFileSync(resolve(process.env['INIT_CWD'] ?? process.cwd(), file), 'utf8');
  } catch {
    throw new RefusedCommand(`${file} cannot be read.`);
  }
}
