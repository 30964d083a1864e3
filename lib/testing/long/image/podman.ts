import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { RefusedCommand } from '#lib/cli/command-line';
import { PROJECT_ROOT } from '#lib/testing/run-script';

/** What a program wrote and how it ended. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program is run. */
interface Running {
  /** Whether what it says is shown while it runs, instead of given. */
  readonly isShown?: boolean;
  /** Besides those of this process. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A compose file of this project, and what is set for it. */
export interface Composition {
  readonly file: 'compose.yaml' | 'compose.fleet.yaml';
  readonly variables: Readonly<Record<string, string>>;
  /** What is merged into the file. */
  readonly override?: Readonly<Record<string, unknown>>;
}

/** The services of a compose file, running. */
export interface Composed {
  /** The containers of a service. */
  readonly containersOf: (service: string, count?: number) => readonly string[];
  /** Ends all containers as a stop of the compose file does; gives those that do not end by themselves, with exit code 0. */
  readonly stop: () => Promise<readonly string[]>;
}

/** Podman on this machine. */
export interface Podman {
  /** Runs a command of Podman to its end. */
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  /** What it writes; throws where it fails. */
  readonly read: (...args: readonly string[]) => Promise<string>;
  /** Starts a compose file, lets it be judged, and removes what it made. */
  readonly compose: (composition: Composition, judge: (composed: Composed) => Promise<void>) => Promise<void>;
}

const PROJECT = 'crossrate-proof';

const OF_PROJECT = `label=io.podman.compose.project=${PROJECT}`;

/** Runs a program to its end. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { isShown = false, variables = {} }: Running = {},
): Promise<Ran> {
  const child = spawn(command, args, {
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    env: { ...process.env, ...variables },
  });
  const ended = once(child, 'close').catch(() => {
    throw new RefusedCommand(
      `${command} cannot be run: install podman, podman-compose, runc, netavark, aardvark-dns and debootstrap.`,
    );
  });
  const outputs = [child.stdout, child.stderr].map((output) => (output === null ? '' : text(output)));
  await ended;
  const [stdout = '', stderr = ''] = await Promise.all(outputs);
  return { code: child.exitCode, stdout, stderr };
}

/** Podman with runc; where this machine may not raise limits of processes, which Podman always asks for, without that request. */
export async function openPodman(folder: string, image: string): Promise<Podman> {
  for (const options of [[], ['--runtime', writeModestRuntime(folder)]]) {
    const program = writeFrontOfPodman(folder, options);
    const run = (...args: readonly string[]) => runProgram(program, args);
    const read = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await run(...args);
      if (code !== 0) throw new Error(`podman ${args.join(' ')} failed: ${stderr}`);
      return stdout.trim();
    };
    const { code } = await run('run', '--rm', '--network=none', image, 'node', '--version');
    if (code !== 0) continue;
    return {
      run,
      read,
      compose: (composition, judge) => compose({ folder, program, run, read }, composition, judge),
    };
  }
  throw new RefusedCommand('Podman cannot run a container here.');
}

interface Engine extends Pick<Podman, 'run' | 'read'> {
  readonly folder: string;
  readonly program: string;
}

async function compose(
  { folder, program, run, read }: Engine,
  { file, variables, override = {} }: Composition,
  judge: (composed: Composed) => Promise<void>,
): Promise<void> {
  const overrideFile = join(folder, 'override.yaml');
  writeFileSync(overrideFile, JSON.stringify(override));
  const files = [join(PROJECT_ROOT, file), overrideFile].flatMap((path) => ['--file', path]);
  const global = ['--podman-path', program, '--project-name', PROJECT, ...files];
  const command = (...args: readonly string[]) =>
    runProgram('podman-compose', [...global, ...args], { variables });
  try {
    // It ends with code 0 also where a container did not start.
    const { stdout, stderr } = await command('up', '--detach', '--no-build');
    const names = (await read('ps', '--all', '--filter', OF_PROJECT, '--format={{.Names}}')).split('\n');
    if (names.includes('') || /exit code: [^0]/.test(stdout))
      throw new Error(`podman-compose started not all of ${file}:\n${stdout}${stderr}`);
    await judge({
      containersOf: (service, count = 1) =>
        Array.from({ length: count }, (_, place) => `${PROJECT}_${service}_${place + 1}`),
      stop: async () => {
        await command('stop', '--timeout', '20');
        const ends = await read(
          'inspect',
          '--format={{.Name}} {{.State.Status}} {{.State.ExitCode}}',
          ...names,
        );
        return ends.split('\n').filter((end) => !end.endsWith(' exited 0'));
      },
    });
  } finally {
    const left = (await run('ps', '--all', '--quiet', '--filter', OF_PROJECT)).stdout
      .split('\n')
      .filter(Boolean);
    if (left.length > 0) await run('rm', '--force', '--volumes', ...left);
    await command('down', '--volumes');
    await run('network', 'rm', `${PROJECT}_default`);
  }
}

/**
 * Podman as podman-compose is to call it. Version 1.0.3 puts each container on the network of the project besides the one of
 * `network_mode`, which Podman refuses for that of the machine.
 */
function writeFrontOfPodman(folder: string, options: readonly string[]): string {
  return writeProgram(
    join(folder, 'podman'),
    `const args = argv.slice(2);
const network = args.indexOf('--network');
if (network >= 0 && args[network + 1] === 'host') args.splice(args.indexOf('--net'), 4);
execve('/usr/bin/podman', ['podman', ...${JSON.stringify(options)}, ...args], env);
`,
  );
}

/** runc, asked for containers without limits of their own. */
function writeModestRuntime(folder: string): string {
  return writeProgram(
    join(folder, 'modest-runc'),
    `const { readFileSync, writeFileSync } = require('node:fs');
const edit = (option, nameOf, edited) => {
  if (!argv.includes(option)) return;
  const file = nameOf(argv[argv.indexOf(option) + 1]);
  const spec = JSON.parse(readFileSync(file, 'utf8'));
  edited(spec);
  writeFileSync(file, JSON.stringify(spec));
};
edit('--bundle', (folder) => folder + '/config.json', ({ process }) => delete process.rlimits);
edit('--process', (file) => file, (process) => delete process.rlimits);
execve('/usr/sbin/runc', ['runc', ...argv.slice(2)], env);
`,
  );
}

/** A program of this Node. */
function writeProgram(file: string, body: string): string {
  const start = `#!${process.execPath} --disable-warning=ExperimentalWarning\n`;
  writeFileSync(file, `${start}const { execve, argv, env } = require('node:process');\n${body}`);
  chmodSync(file, 0o755);
  return file;
}
