import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

/** Which service is asked, and with which key. */
export interface ServerConnection {
  readonly server: string;
  readonly apiKey: string | undefined;
}

/** Why there is none, as one sentence that says what to do. */
export class UnknownConnection extends Error {}

/** What stands in the file; a key there is for the server there. */
interface Saved {
  readonly server?: string;
  readonly key?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the service in this order: `server`, `CROSSRATE_SERVER`, the configuration file; and the key in `CROSSRATE_API_KEY` or, for the
 * server that stands beside it, in the file. Throws {@link UnknownConnection}.
 */
export function findConnection(
  { server, config }: { readonly server?: string | undefined; readonly config?: string | undefined },
  environment: Environment = process.env,
): ServerConnection {
  const path = config === undefined ? usualPath(environment) : resolve(config);
  const saved = readSaved(path, config !== undefined);
  const asked = server ?? (environment['CROSSRATE_SERVER'] || saved.server);
  if (asked === undefined)
    throw new UnknownConnection(
      `No server is named: use --server, the variable CROSSRATE_SERVER, or "server" in ${path}.`,
    );
  const savedKey = saved.server !== undefined && isSame(asked, saved.server) ? saved.key : undefined;
  return { server: asked, apiKey: environment['CROSSRATE_API_KEY'] || savedKey };
}

function usualPath(environment: Environment): string {
  return join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'crossrate', 'config.json');
}

/** A key is never sent to another server than the one it was saved for. */
function isSame(one: string, other: string): boolean {
  const plain = (address: string) => address.replace(/\/+$/, '').replace(/\/v1$/, '').toLowerCase();
  return plain(one) === plain(other);
}

function readSaved(path: string, isNamed: boolean): Saved {
  const text = readPrivate(path, isNamed);
  if (text === null) return {};
  const { server, key } = asObject(text, path);
  for (const [name, value] of Object.entries({ server, key }))
    if (value !== undefined && typeof value !== 'string')
      throw new UnknownConnection(`"${name}" in ${path} must be a text.`);
  return { ...(typeof server === 'string' && { server }), ...(typeof key === 'string' && { key }) };
}

/** Bits of the mode that let others read or write a file. */
const OTHERS = 0o077;

/** The text of a file that only its owner may read; null where there is none. The mode is that of the very file that is read. */
function readPrivate(path: string, isNamed: boolean): string | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && !isNamed) return null;
    throw new UnknownConnection(`The configuration file ${path} cannot be read.`);
  }
  try {
    // Windows has no such bits.
    if (process.platform !== 'win32' && (fstatSync(file).mode & OTHERS) !== 0)
      throw new UnknownConnection(`Others may read ${path}, which holds a key: run chmod 600 ${path}`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function asObject(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The sentence below says all that is to be done; the text may hold a key.
  }
  throw new UnknownConnection(
    `${path} must be a JSON object such as {"server": "https://rates.example.org", "key": "..."}.`,
  );
}
