import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { defineCommand, RefusedCommand, runCommand } from '#lib/cli/command-line';
import { type Question, randomQuestions } from './random-questions.ts';

/*
 * Asks the service of a checkout the same random questions as that of another one and compares the answers: what a change of the code
 * alone must not change. Any checkout can be asked, as only its commands are used.
 */

/** What is compared of an answer; what counts, dates or names the single request is not. */
interface Answer {
  readonly question: Question;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly sha256: string;
  /** The beginning of the body, for people. */
  readonly start: string;
}

interface Flags {
  readonly root: string;
  readonly out?: string;
  readonly against?: string;
  readonly count: number;
  readonly seed: number;
  readonly import: readonly string[];
}

const COMPARED_HEADERS = [
  'content-type',
  'content-encoding',
  'cache-control',
  'vary',
  'link',
  'allow',
  'x-truncated',
  'x-rate-stale',
  'www-authenticate',
  'access-control-allow-origin',
] as const;

/** A moment after the last day of the recorded and of the made-up histories, so that their figures are fresh. */
const CLOCK = '2026-04-14T08:00:00Z';

const CONNECTIONS = 16;
const START_LENGTH = 300;
const SHOWN = 20;

await runCommand(
  defineCommand(
    'answers',
    'Asks a checkout random questions, and compares its answers with those of another.',
  )
    .option('--root <folder>', 'the checkout that is asked', '.')
    .option('--out <file>', 'where its answers are kept, one a line')
    .option('--against <file>', 'answers of another checkout that they must equal')
    .option('--count <number>', 'how many questions', Number, 20_000)
    .option('--seed <number>', 'the same seed asks the same', Number, 1)
    .option('--import <source=file...>', 'histories that are imported first', [])
    .action(compareAnswers),
);

async function compareAnswers({ root, out, against, count, seed, import: files }: Flags): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-answers-'));
  try {
    const answers = await answersOf(resolve(root), folder, {
      files,
      questions: randomQuestions(count, seed),
    });
    if (out !== undefined)
      writeFileSync(out, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
    const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status));
    process.stdout.write(
      `${answers.length} answers: ${statuses.map(([status, some]) => `${status} ${some?.length}`).join(', ')}\n`,
    );
    if (against !== undefined) tellDifferences(readAnswers(against), answers);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function answersOf(
  root: string,
  folder: string,
  { files, questions }: { readonly files: readonly string[]; readonly questions: readonly Question[] },
): Promise<readonly Answer[]> {
  const variables = {
    DATA_DIR: join(folder, 'data'),
    CLOCK,
    PORT: '0',
    ROLE: 'web',
    SOURCES: 'ecb,boe,fed,boj,fixed',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
  };
  for (const file of files) {
    const [source = '', path = ''] = file.split('=');
    const args = ['lib/cli/import.ts', '--source', source, '--file', resolve(path)];
    process.stdout.write(`${source}: ${(await runScript(root, args, variables)).split('\n')[0]}\n`);
  }
  const key = (
    await runScript(
      root,
      ['lib/cli/keys.ts', 'create', '--email', 'a@example.org', '--name', 'answers'],
      variables,
    )
  )
    .trim()
    .split('\n')
    .at(-1);
  if (key === undefined) throw new Error('no key was made');
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const port = await portOf(server.stdout);
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const answers: Answer[] = [];
    const left = questions.entries();
    const askOn = async () => {
      for (const [place, question] of left) answers[place] = await ask(question, { port, key, agent });
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, askOn));
    agent.destroy();
    return answers;
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
}

async function portOf(output: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface({ input: output })) {
    const port = /http:\/\/localhost:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    output.resume();
    return Number(port);
  }
  throw new Error('the server ended before it listened');
}

async function runScript(
  root: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const output = await text(child.stdout);
  await ended;
  return output;
}

interface Asking {
  readonly port: number;
  readonly key: string;
  readonly agent: Agent;
}

function ask(question: Question, { port, key, agent }: Asking): Promise<Answer> {
  const { method, target, headers, hasKey } = question;
  return new Promise((resolvePromise, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: target,
        agent,
        headers: { ...headers, ...(hasKey && { 'X-API-Key': key }) },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('error', reject);
        answer.once('end', () => {
          const body = Buffer.concat(parts);
          const coding = answer.headers['content-encoding'];
          const plain = withoutImport(unpacked(body, coding).toString());
          resolvePromise({
            question,
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(
              COMPARED_HEADERS.flatMap((name) => {
                const value = answer.headers[name];
                return value === undefined ? [] : [[name, String(value)]];
              }),
            ),
            sha256: createHash('sha256').update(plain).digest('hex'),
            start: plain.slice(0, START_LENGTH),
          });
        });
      },
    );
    sent.once('error', reject);
    sent.end();
  });
}

function unpacked(body: Buffer, coding: string | undefined): Buffer {
  if (body.byteLength === 0) return body;
  return coding === 'gzip' ? gunzipSync(body) : coding === 'br' ? brotliDecompressSync(body) : body;
}

/** An answer but for the instant at which its figures were imported, which is another one in each checkout. */
function withoutImport(text: string): string {
  return text.replaceAll(/"firstSeenAt":"[^"]*"/g, '"firstSeenAt":""');
}

function tellDifferences(before: readonly Answer[], after: readonly Answer[]): void {
  if (before.length !== after.length) throw new RefusedCommand('The files hold answers to other questions.');
  const differing = after.flatMap((answer, place) => {
    const other = before[place];
    return other && comparedOf(other) === comparedOf(answer) ? [] : [{ before: other, after: answer }];
  });
  process.stdout.write(`${after.length - differing.length} equal, ${differing.length} differ\n`);
  for (const { before: one, after: other } of differing.slice(0, SHOWN)) {
    process.stdout.write(
      `${other.question.method} ${other.question.target}\n  ${shownOf(one)}\n  ${shownOf(other)}\n`,
    );
  }
  if (differing.length > 0) throw new RefusedCommand('Answers differ.');
}

function comparedOf({ question, status, headers, sha256 }: Answer): string {
  return JSON.stringify([question, status, headers, sha256]);
}

function shownOf(answer: Answer | undefined): string {
  return answer ? `${answer.status} ${JSON.stringify(answer.headers)} ${answer.start}` : 'nothing';
}

/** Holds for files that this command wrote. */
function readAnswers(file: string): readonly Answer[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}
