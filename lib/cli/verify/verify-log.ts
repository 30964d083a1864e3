import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { type Checkpoint, parseCheckpoint } from '#lib/domain/log/checkpoint';
import {
  consistencyProof,
  HASH_BYTES,
  type HashedTree,
  isSameHash,
  provesConsistency,
  rootOf,
  treeHasher,
} from '#lib/domain/log/merkle-tree';
import { TILE_WIDTH, type TileFile, tilePath, tileWidth, treeInTiles } from '#lib/domain/log/tree-tiles';
import { receiptPayloadIn } from '#lib/domain/receipts/receipt';
import { checkpointOf } from '#lib/domain/receipts/receipt-log';
import { receiptIn } from '#lib/domain/receipts/verify-receipt';
import { sha256 } from '#lib/platform/sha256';
import { readSignedNote } from '#lib/platform/signed-note';
import { RefusedCommand } from '#lib/cli/command-line';
import { knownVerifierKey } from './verifier-key.ts';

/** What the user says: where the log is, whose signature counts, and which checkpoint it must continue. */
export interface LogOptions {
  readonly log: string;
  readonly logKey?: string;
  readonly since?: string;
}

/** A log that gives no answer for so long is not verified. */
const PATIENCE_MS = 30_000;

/** Checks the signed checkpoint of a log of figures and, with `since`, that it continues an earlier one. */
export async function verifyLog({ log, logKey: trusted, since }: LogOptions): Promise<void> {
  const url = log.replace(/\/+$/, '');
  const key = trusted ?? (await readText(`${url}/checkpoint.pub`)).trim();
  const { name } = knownVerifierKey(key);
  const head = readHead(await readText(`${url}/checkpoint`), url, { key, name });
  const tree = treeOf(url, head.size);
  if (!isSameHash(await rootOf(tree, head.size), bytesOf(head.root))) {
    throw new RefusedCommand(`The tiles of ${url} do not hash to the root of its checkpoint.`);
  }
  const earlier = since === undefined ? null : await readEarlier(since);
  if (earlier) await refuseBreak(tree, { earlier: earlier.checkpoint, head, path: earlier.path, url });
  const continues = earlier
    ? `; it continues the one of ${entries(earlier.checkpoint)} in ${earlier.path}`
    : '';
  process.stdout.write(
    `The checkpoint of ${head.origin} has ${entries(head)} and is signed by ${key}${continues}.\n`,
  );
}

/** The newest head, whose signature is right. */
function readHead(
  note: string,
  url: string,
  { key, name }: { readonly key: string; readonly name: string },
): Checkpoint {
  const text = readSignedNote(note, key);
  if (text === null) throw new RefusedCommand(`The checkpoint of ${url} is not signed by ${key}.`);
  const head = parseCheckpoint(text);
  if (head === null) throw new RefusedCommand(`${url}/checkpoint is not a checkpoint.`);
  if (head.origin !== name) {
    throw new RefusedCommand(
      `The checkpoint at ${url} belongs to the log ${head.origin}, but the key ${key} belongs to another.`,
    );
  }
  return head;
}

async function readEarlier(
  file: string,
): Promise<{ readonly path: string; readonly checkpoint: Checkpoint }> {
  const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new RefusedCommand(`The file ${path} cannot be read (${error.code ?? error.message}).`);
  });
  const checkpoint = checkpointIn(text);
  if (checkpoint === null) throw new RefusedCommand(`The file ${path} contains no checkpoint.`);
  return { path, checkpoint };
}

/** The checkpoint that was saved, or the one that a saved receipt holds; null where there is none. */
function checkpointIn(text: string): Checkpoint | null {
  const { jws } = receiptIn(text.trim());
  const receipt = jws === null ? null : receiptPayloadIn(jws);
  return receipt?.ok ? checkpointOf(receipt.value.log) : parseCheckpoint(text);
}

/** The checkpoint that was saved is taken as it is: whoever asks trusts it already. */
async function refuseBreak(
  tree: HashedTree,
  {
    earlier,
    head,
    path,
    url,
  }: {
    readonly earlier: Checkpoint;
    readonly head: Checkpoint;
    readonly path: string;
    readonly url: string;
  },
): Promise<void> {
  if (earlier.origin !== head.origin) {
    throw new RefusedCommand(
      `${path} is a checkpoint of the log ${earlier.origin}, but ${url} is the log ${head.origin}.`,
    );
  }
  if (earlier.size > head.size) {
    throw new RefusedCommand(
      `The log does not continue ${path}, which has ${entries(earlier)}: the log has only ${head.size}.`,
    );
  }
  const sizes = { first: earlier.size, second: head.size };
  const proof = earlier.size === 0 ? [] : await consistencyProof(tree, sizes);
  const roots = { firstRoot: bytesOf(earlier.root), secondRoot: bytesOf(head.root) };
  if (provesConsistency(tree.hasher, { ...sizes, ...roots }, proof)) return;
  throw new RefusedCommand(
    `The log does not continue ${path}: its first ${earlier.size === 1 ? 'entry has' : `${earlier.size} entries have`} changed.`,
  );
}

/** The tree of the first `size` entries, its tiles fetched as they are needed. */
function treeOf(url: string, size: number): HashedTree {
  return treeInTiles(treeHasher(sha256), async (place) => {
    const width = tileWidth(place, size);
    const file: TileFile = { ...place, width };
    const partial = await fetchFrom(`${url}/tile/${tilePath(file)}`);
    // A log may drop a partial tile once the full one is there.
    const response =
      partial.status === 404 && width < TILE_WIDTH
        ? await fetchFrom(`${url}/tile/${tilePath({ ...place, width: TILE_WIDTH })}`)
        : partial;
    if (!response.ok) throw unreadable(response.url, `HTTP ${response.status}`);
    const tile = new Uint8Array(await response.arrayBuffer());
    if (tile.length < width * HASH_BYTES) throw unreadable(response.url, 'it is cut short');
    return tile;
  });
}

async function readText(url: string): Promise<string> {
  const response = await fetchFrom(url);
  if (!response.ok) throw unreadable(url, `HTTP ${response.status}`);
  return response.text();
}

async function fetchFrom(url: string): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw unreadable(url, cause instanceof Error ? cause.message : String(cause));
  }
}

function unreadable(url: string, why: string): RefusedCommand {
  return new RefusedCommand(`${url} cannot be read (${why}).`);
}

function bytesOf(root: string): Uint8Array {
  return Buffer.from(root, 'base64');
}

function entries({ size }: Checkpoint): string {
  return `${size} ${size === 1 ? 'entry' : 'entries'}`;
}
