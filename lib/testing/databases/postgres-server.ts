import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { postgresBinaries } from './postgres-binaries.ts';

/** A throw-away PostgreSQL server of this machine, reached by a socket in its own folder. */
export interface PostgresServer {
  /** Where its socket is. */
  readonly folder: string;
  /** By which its socket is named, and at which it listens where that was asked for. */
  readonly port: number;
  /** The address of a database of this server, with a user and a password that it demands. */
  readonly databaseUrl: (database: string) => string;
  /** Starts it, also after {@link killAll}; resolves when it admits connections, at once when it runs. */
  readonly start: () => Promise<void>;
  /** Ends the server and all its processes at once, as a power cut would; resolves when none is left. */
  readonly killAll: () => Promise<void>;
  /** Stops the server and all its processes where they are, as a machine that hangs does: connections stay open, unanswered. */
  readonly freeze: () => Promise<void>;
  /** Lets them go on. */
  readonly thaw: () => Promise<void>;
  /** Ends the server and removes its folder. */
  readonly dispose: () => Promise<void>;
}

const DEFAULT_PORT = 5432;

/** Who owns every database of such a server. */
export const TEST_USER = 'somebody';
export const TEST_PASSWORD = 'only-for-tests';

/**
 * Ends the server when nobody holds the other end of its input any more, so that it never outlives whoever started it.
 * Tells the server's process id first.
 */
const SUPERVISOR = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
echo $server
(read -r _ <&3; kill -QUIT $server) 2>/dev/null &
watch=$!
wait $server
kill $watch 2>/dev/null`;

/** Without syncing a database is made and dropped several times faster; nobody needs the data after a power cut. */
const FAST = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];

/** What a server is to be. */
export interface PostgresPlan {
  /** Keeps PostgreSQL's own care for the data, for tests that crash it. */
  readonly durable: boolean;
  /** The running server that it follows as a streaming replica. */
  readonly primary?: Pick<PostgresServer, 'folder' | 'port'>;
  /** Where it listens on 127.0.0.1 besides its socket. */
  readonly port?: number;
}

/** Lays out a server in a throw-away folder without starting it. */
export function createPostgresServer({ durable, primary, port }: PostgresPlan): PostgresServer {
  const binaries = postgresBinaries();
  const owner = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-pg-'));
  const dataDir = join(folder, 'data');
  if (owner) chownSync(folder, owner.uid, owner.gid);
  let running: RunningServer | null = null;
  let isLaidOut = false;
  const start = async () => {
    if (running) return;
    if (!isLaidOut)
      await (primary ? copy(binaries, primary, dataDir, owner) : layOut(binaries, folder, dataDir, owner));
    isLaidOut = true;
    const settings = [
      '-c',
      `listen_addresses=${port === undefined ? '' : '127.0.0.1'}`,
      '-c',
      `unix_socket_directories=${folder}`,
      '-c',
      'max_connections=200',
    ];
    const listening = port === undefined ? [] : ['-p', `${port}`];
    const command = [
      join(binaries, 'postgres'),
      '-D',
      dataDir,
      ...settings,
      ...listening,
      ...(durable ? [] : FAST),
    ];
    running = await superviseServer(command, owner);
  };
  const killAll = async () => {
    if (!running) return;
    await killWithChildren(running.serverPid);
    await running.ended;
    running = null;
  };
  const signalAll = async (signal: NodeJS.Signals) => {
    if (!running) return;
    for (const pid of [running.serverPid, ...(await childrenOf(running.serverPid))])
      signalWhileAlive(pid, signal);
  };
  return {
    folder,
    port: port ?? DEFAULT_PORT,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    databaseUrl: (database) =>
      `postgres://${TEST_USER}:${TEST_PASSWORD}@localhost:${port ?? DEFAULT_PORT}/${database}?host=${encodeURIComponent(folder)}`,
    start,
    killAll,
    dispose: async () => {
      await signalAll('SIGCONT');
      running?.supervisor.stdin.end();
      await running?.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface RunningServer {
  readonly supervisor: ChildProcessWithoutNullStreams;
  readonly serverPid: number;
  /** Settles when the server and all its children are gone: each of them holds the pipe that it writes its log to. */
  readonly ended: Promise<void>;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, who can lend it another user; anybody else runs it as oneself. */
export function unprivilegedUser(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const found = users.find(([user]) => user === name);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
}

async function layOut(binaries: string, folder: string, dataDir: string, owner: Owner | null): Promise<void> {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, TEST_PASSWORD);
  mkdirSync(dataDir, { mode: 0o700 });
  if (owner) for (const path of [passwordFile, dataDir]) chownSync(path, owner.uid, owner.gid);
  const access = ['--auth=scram-sha-256', `--username=${TEST_USER}`, `--pwfile=${passwordFile}`];
  const layout = ['--no-sync', '--no-locale', '--encoding=UTF8'];
  await promisify(execFile)(join(binaries, 'initdb'), ['-D', dataDir, ...layout, ...access], {
    cwd: folder,
    ...owner,
  });
}

/** Copies a running server, and has the copy follow it when it is started. */
async function copy(
  binaries: string,
  primary: Pick<PostgresServer, 'folder' | 'port'>,
  dataDir: string,
  owner: Owner | null,
): Promise<void> {
  const from = [
    '--host',
    primary.folder,
    '--port',
    `${primary.port}`,
    '--username',
    TEST_USER,
    '--checkpoint',
    'fast',
    '--no-sync',
  ];
  await promisify(execFile)(
    join(binaries, 'pg_basebackup'),
    ['--pgdata', dataDir, '--write-recovery-conf', ...from],
    { cwd: primary.folder, env: { ...process.env, PGPASSWORD: TEST_PASSWORD }, ...owner },
  );
}

function superviseServer(command: readonly string[], owner: Owner | null): Promise<RunningServer> {
  const supervisor = spawn('sh', ['-c', SUPERVISOR, 'sh', ...command], {
    cwd: tmpdir(),
    env: { ...process.env, LC_ALL: 'C' },
    stdio: 'pipe',
    ...owner,
  });
  let serverPid = 0;
  let log = '';
  const ended = new Promise<void>((resolve) => supervisor.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    supervisor.once('error', reject);
    supervisor.stdout.setEncoding('utf8').on('data', (text: string) => (serverPid = Number(text)));
    supervisor.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = `${log}${text}`.slice(-10_000);
      if (/ready to accept (read-only )?connections/.test(log)) resolve({ supervisor, serverPid, ended });
    });
    void ended.then(() => reject(new Error(`The PostgreSQL server did not start: ${log}`)));
  });
}

/** Ends a server and all its processes at once, as a power cut would. */
async function killWithChildren(serverPid: number): Promise<void> {
  // Stopped, it can start no more children while the list is made.
  signalWhileAlive(serverPid, 'SIGSTOP');
  for (const pid of [...(await childrenOf(serverPid)), serverPid]) signalWhileAlive(pid, 'SIGKILL');
}

/** Some children of the server end by themselves, also between being listed and being told. */
function signalWhileAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) throw error;
  }
}

/** The living children of a process. */
async function childrenOf(parent: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}
