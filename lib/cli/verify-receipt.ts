import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { JWKS_PATH } from '#lib/contract/receipts';
import type { ReceiptPayload } from '#lib/domain/receipts/receipt';
import { receiptSummary, simulatedWarning } from '#lib/domain/receipts/receipt-summary';
import { verifyReceipt } from '#lib/domain/receipts/verify-receipt';
import { keepsSecrets } from '#lib/client/programs/request-sender';
import { RefusedCommand } from './command-line.ts';

/** How long a service may take to give them. */
const KEYS_MS_MAX = 10_000;

/** By which keys a receipt is verified, and which documents it is to name. */
export interface ReceiptOptions {
  readonly keys?: string;
  readonly from?: string;
  readonly document: readonly string[];
}

/** Verifies the receipt in a file: nothing is asked of any service but, with `from`, its public keys. */
export async function verifyReceiptFile(file: string, options: ReceiptOptions): Promise<void> {
  const receipt = readGiven(file).toString();
  const verified = await verifyReceipt(receipt, await keysOf(options));
  if (!verified.ok) throw new RefusedCommand(verified.error.sentence);
  const { payload, kid } = verified.value;
  const { issuer } = payload;
  if (options.from !== undefined && issuer !== null && issuer !== new URL(options.from).origin)
    throw new RefusedCommand(
      `The receipt says that ${issuer} issued it, and the keys are those of ${options.from}.`,
    );
  const documents = options.document.map((path) => documentLine(path, payload));
  const lines = [...receiptSummary(payload, kid), ...simulatedWarning(payload), ...documents];
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function keysOf({ keys, from }: ReceiptOptions): Promise<string> {
  if (keys !== undefined) return readGiven(keys).toString();
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

function documentLine(path: string, { legs }: ReceiptPayload): string {
  const sha256 = createHash('sha256').update(readGiven(path)).digest('hex');
  const leg = legs.find(({ document }) => document?.sha256 === sha256);
  if (leg) return `The document ${path} is the one of ${leg.source} that the receipt names.`;
  throw new RefusedCommand(
    `The document ${path} has the SHA-256 ${sha256}, which the receipt does not name.`,
  );
}

function readGiven(file: string): Buffer {
  try {
    return readFileSync(resolve(process.env['INIT_CWD'] ?? process.cwd(), file));
  } catch {
    throw new RefusedCommand(`${file} cannot be read.`);
  }
}
