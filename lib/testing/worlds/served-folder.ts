import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/** A data folder with true figures of publishers, an API key for it, and the environment of whoever serves it. */
export interface ServedFolder {
  readonly variables: Readonly<Record<string, string>>;
  readonly key: string;
  readonly remove: () => Promise<void>;
}

/** What a data folder holds. */
export interface FolderContents {
  /** When it is served: the instant at which the service believes to start. */
  readonly clock: string;
  /** The file of each publisher, in its own form. */
  readonly files: Readonly<Record<string, string>>;
}

/** The newest two days of the reference rates as the bank's history file had them on 13 April 2026. */
const TWO_DAYS: FolderContents = {
  clock: '2026-04-14T08:00:00Z',
  files: {
    ecb: `Date,USD,JPY,CZK,DKK,GBP,HUF,IDR,RON,
2026-04-13,1.1684,186.75,24.378,7.4727,0.87058,366.9,20078.55,5.0911,
2026-04-10,1.1711,186.53,24.383,7.4728,0.87138,375.58,20005.29,5.0903,
`,
  },
};

const FLAGS = ['--disable-warning=ExperimentalWarning'];

/** What is made once in a process and copied from then on: importing and making a key take seconds. */
interface Template {
  readonly folder: string;
  readonly key: string;
}

const templates = new Map<FolderContents, Promise<Template>>();

/** The variable with the template of two days as JSON, made by the process that started this one. */
const TWO_DAYS_TEMPLATE = 'TWO_DAYS_TEMPLATE';

/** Makes the template of two days for this process and all that it starts from now on. */
export async function shareTwoDays(): Promise<void> {
  process.env[TWO_DAYS_TEMPLATE] = JSON.stringify(await templateOf(TWO_DAYS));
}

/** Makes a data folder with these contents, by default two days of history, and a key. */
export async function servedFolder(contents: FolderContents = TWO_DAYS): Promise<ServedFolder> {
  const template = await templateOf(contents);
  const folder = await mkdtemp(join(tmpdir(), 'crossrate-e2e-'));
  await cp(template.folder, folder, { recursive: true });
  return {
    variables: variablesOf(contents, folder),
    key: template.key,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Removes what this process made to be copied. */
export async function removeTemplates(): Promise<void> {
  for (const made of templates.values()) await rm((await made).folder, { recursive: true, force: true });
  templates.clear();
}

function templateOf(contents: FolderContents): Promise<Template> {
  const shared = process.env[TWO_DAYS_TEMPLATE];
  if (contents === TWO_DAYS && shared !== undefined) return Promise.resolve(sharedTemplate(shared));
  const made = templates.get(contents) ?? makeTemplate(contents);
  templates.set(contents, made);
  return made;
}

/** What {@link shareTwoDays} wrote. */
function sharedTemplate(text: string): Template {
  return JSON.parse(text) as Template;
}

async function makeTemplate(contents: FolderContents): Promise<Template> {
  const folder = await mkdtemp(join(tmpdir(), 'crossrate-e2e-template-'));
  const variables = variablesOf(contents, folder);
  for (const [source, text] of Object.entries(contents.files)) {
    const file = join(folder, `${source}.csv`);
    await writeFile(file, text);
    await run('lib/cli/import.ts', ['--source', source, '--file', file], variables);
    await rm(file);
  }
  const owner = ['create', '--email', 'e2e@example.org', '--name', 'e2e'];
  return { folder, key: await run('lib/cli/keys.ts', owner, variables) };
}

function variablesOf({ clock, files }: FolderContents, folder: string): Readonly<Record<string, string>> {
  return {
    DATA_DIR: join(folder, 'data'),
    CLOCK: clock,
    ROLE: 'web',
    LOG_LEVEL: 'error',
    // All tests come from one address, and faster than people; limits have tests of their own.
    RATE_LIMIT_PER_MINUTE: '0',
    SOURCES: [...Object.keys(files), 'fixed'].join(','),
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  };
}

async function run(
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, file, ...args], {
    env: { ...process.env, ...variables },
  });
  return stdout.trim();
}
