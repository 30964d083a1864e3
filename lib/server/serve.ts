import { resolve } from 'node:path';
import process from 'node:process';
import { createPollLines, sourceLines } from '#lib/ingest/poll/poll-log';
import type { Environment } from '#lib/platform/environment';
import type { Service } from '#lib/service';
import { createAnswers } from './answer-request.ts';
import { beginWithDatabase } from './await-database.ts';
import { type Listeners, openListeners } from './listeners.ts';
import { openPages, type Pages } from '#lib/server/pages/open-pages';
import { createRefusals } from './refuse-request.ts';
import { createStaticFiles } from './static-files.ts';

/** Polling loads what fetches and parses, so requests right after the start are answered first. */
const FIRST_ANSWERS_MS = 500;

/** Serves until the process is told to end; throws an EnvironmentError with one sentence when it cannot begin. */
export async function serve(environment: Environment): Promise<void> {
  outliveReaders();
  const { started, freePorts } = await beginWithDatabase(environment, printLine);
  const pages = await openPages(started);
  const refusals = createRefusals();
  const files = createStaticFiles(process.cwd());
  const draining = { isOn: false };
  const answerBy = createAnswers({ started, refusals, files, answerPage: pages.answer, draining });
  const answers = { answerBy, refusals, draining, upgrade: pages.upgrade };
  const ports = await freePorts();
  const listeners = await openListeners({ ...environment, ...ports }, started.log, answers).catch(
    async (error) => {
      await pages.close();
      throw error;
    },
  );
  const health = pages.start();
  if (health !== null) started.watchPages(health);
  endOnSignal({ listeners, pages, started, announced: announceSetUp(started, listeners) });
  announce(listeners, started);
  if (health === null) printLine('There are no pages, as they were not built; npm start builds them');
  setTimeout(() => {
    if (environment.role !== 'web') started.startIngest(createPollLines(started.snapshot, printLine));
  }, FIRST_ANSWERS_MS);
}

function announce(listeners: Listeners, { environment, snapshot, clock }: Service): void {
  for (const line of addressLines(listeners, environment)) printLine(line);
  if (environment.clockStartsAt)
    printLine(`CLOCK is set: the service believes it is ${clock.service().toISOString()}`);
  for (const line of sourceLines(snapshot())) printLine(line);
  printLine(
    `An API key is made with: ${dataDirSetting(environment)}npm run keys -- create --email you@example.org --name first`,
  );
}

/** What a command must be given to find the database of this service, ready to be pasted into a shell; nothing for the usual folder. */
function dataDirSetting({ dataDir }: Environment): string {
  if (dataDir === resolve('data')) return '';
  const isPlain = /^[\w./-]+$/.test(dataDir);
  return `DATA_DIR=${isPlain ? dataDir : `'${dataDir.replaceAll("'", String.raw`'\''`)}'`} `;
}

/** Says where the first account is made, once the database can be written; nothing when somebody can sign in. */
async function announceSetUp(
  { store, environment, clock, log }: Service,
  { port }: Listeners,
): Promise<void> {
  try {
    await store.writable;
    const { ensureSetUpToken } = await import('#lib/account/secrets/set-up-token');
    const setUp = await ensureSetUpToken(store, environment.dataDir, clock.real());
    const origin =
      environment.publicUrl?.origin ?? `${environment.tls === null ? 'http' : 'https'}://localhost:${port}`;
    if (setUp.kind === 'token')
      printLine(`The first account is made at ${origin}/account/set-up with the token in ${setUp.file}`);
    if (setUp.kind === 'elsewhere')
      printLine(
        'The token of the first account is in the data folder of another process; npm run keys -- setup-token makes a new one here',
      );
  } catch (error) {
    log.error({ err: error }, 'the token of the first account could not be made');
  }
}

function* addressLines(
  { port, httpPort }: Listeners,
  { host, tls, trustedProxies, publicUrl }: Environment,
): Generator<string> {
  const isProxied = tls === null && trustedProxies !== null;
  const name = host.includes(':') ? `[${host}]` : host;
  if (isProxied) yield `Crossrate listens on http://${name}:${port} for the proxies of TRUSTED_PROXIES`;
  else yield `Crossrate listens on ${tls === null ? 'http' : 'https'}://localhost:${port}`;
  if (publicUrl !== null) yield `People open ${publicUrl.origin}`;
  if (httpPort !== null) yield `Plain HTTP on port ${httpPort} sends pages to HTTPS and refuses the API`;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Whoever reads the output may go away; the service goes on without, instead of failing to say so again and again. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

interface Running {
  readonly listeners: Listeners;
  readonly pages: Pages;
  readonly started: Service;
  /** Resolves when nothing is written for the announcement any more. */
  readonly announced: Promise<void>;
}

function endOnSignal({ listeners, pages, started, announced }: Running): void {
  let isEnding = false;
  const end = async (close: () => Promise<void>) => {
    if (isEnding) return;
    isEnding = true;
    started.streams.end();
    await close();
    await pages.close();
    await announced;
    await started.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void end(listeners.drain));
  // Ctrl-C: somebody waits for it to end.
  process.on('SIGINT', () => void end(listeners.close));
}
