import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { databaseServers } from '#lib/platform/database-servers';
import { EnvironmentError } from '#lib/platform/environment';
import { connectForReading } from '#lib/store/engine/postgres/postgres-database';
import { explainStatement } from '#lib/store/engine/postgres/postgres-refusal';
import { readTablesState, type TablesState } from '#lib/store/migrations/migrate';

/** The state of the tables in the database of an address. */
export async function readPostgresState(databaseUrl: string): Promise<TablesState> {
  const { plainDb, close } = connectForReading(databaseUrl);
  try {
    return await readTablesState(plainDb, 'postgres');
  } catch (error) {
    throw explainStatement(error, databaseUrl);
  } finally {
    await close();
  }
}

/** The clients of PostgreSQL that come with it. */
type PostgresTool = 'pg_dump' | 'pg_restore' | 'psql';

/** A tool at work. */
interface RunningTool {
  readonly stdout: Readable;
  /** Settles when it has ended well; rejects with an {@link EnvironmentError} of its first complaint. */
  readonly ended: Promise<void>;
}

/**
 * Starts a tool from the folder that POSTGRES_BIN names, or from PATH, on the database of an address, whose password does not appear
 * among its arguments; `input` is what it reads.
 */
export function startPostgresTool(
  tool: PostgresTool,
  args: readonly string[],
  databaseUrl: string | null = null,
  input: AsyncIterable<string | Buffer> = noInput(),
): RunningTool {
  const [server] = databaseServers(databaseUrl ?? '') ?? [];
  const password = decodeURIComponent(server?.password ?? '');
  // Of several servers the tools choose as the service does.
  const address = databaseUrl?.replace(/^(\w+:\/\/[^:@/?#]*):[^@/?#]*@/, '$1@');
  const child = spawn(tool, [...(address === undefined ? [] : [`--dbname=${address}`]), ...args], {
    env: {
      ...process.env,
      PATH: [process.env['POSTGRES_BIN'], process.env['PATH']].filter(Boolean).join(delimiter),
      LC_MESSAGES: 'C',
      ...(password === '' ? {} : { PGPASSWORD: password }),
    },
  });
  const said = text(child.stderr);
  // What it no longer reads after it has failed is no error of its own.
  const fed = pipeline(input, child.stdin).then(
    () => null,
    (error: unknown) => error,
  );
  const ended = once(child, 'exit').then(
    async ([code]) => {
      const failed = await fed;
      const [complaint = ''] = (await said).split('\n', 1);
      if (code !== 0) throw new EnvironmentError(complaint === '' ? `${tool} failed.` : complaint);
      if (failed !== null) throw failed;
    },
    () => {
      throw new EnvironmentError(
        `${tool} is missing: install PostgreSQL's client programs, at least as new as the server, or set POSTGRES_BIN to their folder.`,
      );
    },
  );
  ended.catch(() => {});
  return { stdout: child.stdout, ended };
}

/** Runs a tool to its end and gives what it printed. */
export async function runPostgresTool(...tool: Parameters<typeof startPostgresTool>): Promise<string> {
  const { stdout, ended } = startPostgresTool(...tool);
  const [printed] = await Promise.all([text(stdout), ended]);
  return printed;
}

async function* noInput(): AsyncGenerator<string> {}
