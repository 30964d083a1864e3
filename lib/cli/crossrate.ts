import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { Command, InvalidArgumentError, Option } from 'commander';
import { createClient, type CrossrateClient, CrossrateError } from '#lib/client/programs/create-client';
import type { HistoryQuestion } from '#lib/client/programs/questions';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { type ServerConnection, findConnection, UnknownConnection } from './crossrate/connection.ts';
import { OUTPUT_FORMATS, type OutputFormat, type OutputRow, printRows } from './crossrate/print-rows.ts';
import { verifyReceiptFile } from './verify-receipt.ts';

/** What may be given with a command; the service checks what it is asked. */
interface GivenOptions extends Omit<HistoryQuestion, 'from' | 'to'> {
  readonly server?: string;
  readonly config?: string;
  readonly format: OutputFormat;
  readonly date?: string;
  readonly limit?: number;
  readonly receipt?: string;
  readonly keys?: string;
  readonly from?: string;
}

const SOURCE_WORDS = 'this source alone; the service chooses if omitted';
const DATE_WORDS = 'the rate of a UTC day, such as 2026-04-13';
const KNOWN_WORDS = 'what the service knew at an instant, before later corrections';

/** What is said beside an answer whose headers have `true`. */
const WARNINGS = [
  ['X-Rate-Stale', 'Warning: this rate is older than its source usually is.'],
  ['X-Simulated', 'Warning: all figures of this server are made up for trials.'],
] as const;

const KEY_ARGUMENT = /xr_live_|^--(api-?)?key\b/i;

const crossrate = defineCommand(
  'crossrate',
  'Asks a Crossrate service for rates. The key is read from CROSSRATE_API_KEY or the configuration file, never from an argument.',
  'crossrate',
)
  .option('--server <address>', 'the service, such as https://rates.example.org')
  .option('--config <file>', 'the configuration file instead of ~/.config/crossrate/config.json')
  .addOption(new Option('--format <format>', 'how to print').choices(OUTPUT_FORMATS).default('table'))
  .configureHelp({ showGlobalOptions: true })
  .addHelpText(
    'after',
    '\nExit codes: 0 answered, 1 no answer or not valid, 2 wrong usage, or no server or key.',
  );

pairCommand('convert', 'converts an amount: convert 100 USD EUR', '<amount>')
  .option('--source <id>', SOURCE_WORDS)
  .option('--date <day>', DATE_WORDS)
  .option('--known-at <instant>', KNOWN_WORDS)
  .option('--receipt <file>', 'save the answer with a signed receipt in a new file')
  .action(
    answering(async ({ client, format, onHeaders, options }, amount, from, to) => {
      const { source, date, knownAt, receipt } = options;
      const include = receipt === undefined ? undefined : 'provenance,receipt';
      const question = { amount, from, to, source, date, knownAt, include } as const;
      const answer = await client.convert(question, { onHeaders });
      if (receipt !== undefined) saveReceipt(receipt, answer);
      printRows(
        format,
        answer,
        ['amount', 'from', 'result', 'to', 'rate', 'source', 'timestamp'],
        [rowOf(answer)],
      );
    }),
  );

pairCommand('rate', 'prints the rate of a pair: rate USD EUR')
  .option('--source <id>', SOURCE_WORDS)
  .option('--date <day>', DATE_WORDS)
  .option('--known-at <instant>', KNOWN_WORDS)
  .action(
    answering(async ({ client, format, onHeaders, options }, from, to) => {
      const { source, date, knownAt } = options;
      const answer = await client.pair({ from, to, source, date, knownAt }, { onHeaders });
      printRows(format, answer, ['from', 'to', 'rate', 'source', 'timestamp'], [rowOf(answer)]);
    }),
  );

pairCommand('history', 'prints the history of a pair, oldest first, however long: history EUR USD')
  .option('--source <id>', SOURCE_WORDS)
  .option('--start-date <day>', 'the first UTC day, such as 2026-04-13, or an instant')
  .option('--end-date <day>', 'the last UTC day or an instant')
  .option('--known-at <instant>', KNOWN_WORDS)
  .option('--group <period>', 'one point per day, week, month, quarter or year')
  .option('--stat <word>', 'what stands for a period: last, first, average, low or high')
  .option('--limit <count>', 'only so many of the newest points', wholeNumber)
  .action(
    answering(async ({ client, format, onHeaders, options }, from, to) => {
      const { source, startDate, endDate, knownAt, group, stat, limit = Infinity } = options;
      const question = { from, to, source, startDate, endDate, knownAt, group, stat };
      const points: Awaited<ReturnType<CrossrateClient['historical']>>['points'] = [];
      for await (const point of client.history(question, { onHeaders })) {
        if (points.push(point) >= limit) break;
      }
      points.reverse();
      const answer = { from, to, source: source ?? 'all', count: points.length, points };
      const periods = group === undefined ? [] : (['period', 'days', 'complete'] as const);
      printRows(format, answer, ['timestamp', 'rate', 'source', ...periods], points);
    }),
  );

pairCommand('sources', 'prints what each source says of a pair: sources USD EUR')
  .option('--date <day>', DATE_WORDS)
  .action(
    answering(async ({ client, format, onHeaders, options }, from, to) => {
      const answer = await client.compare({ from, to, date: options.date }, { onHeaders });
      const rows = [
        ...answer.rates.map(({ source, rate, timestamp }) => ({ source, rate, timestamp, message: null })),
        ...answer.without.map(({ source, message }) => ({ source, rate: null, timestamp: null, message })),
      ];
      printRows(format, answer, ['source', 'rate', 'timestamp', 'message'], rows);
    }),
  );

crossrate
  .command('status')
  .description('prints how each source and each part of the service is doing; needs no key')
  .action(
    answering(async ({ client, format, onHeaders }) => {
      const answer = await client.status({ onHeaders });
      const rows = [
        { name: 'overall', status: answer.overall, latencyMs: null, lastCheckedAt: null },
        ...answer.sources.map(({ source, ...health }) => ({ name: source, ...health })),
        ...answer.services.map(({ service, ...health }) => ({ name: service, ...health })),
      ];
      printRows(format, answer, ['name', 'status', 'latencyMs', 'lastCheckedAt'], rows);
    }, 'public'),
  );

crossrate
  .command('verify')
  .description('verifies a receipt; nothing is asked but the public keys, if no file has them')
  .argument('<receipt>', 'a saved receipt, or the whole API answer that contains it')
  .option('--keys <file>', 'a file with the public keys of the service, from /.well-known/jwks.json')
  .option('--from <origin>', 'the service to fetch the public keys from; --server if omitted')
  .action(async (receipt: string, _: object, command: Command) => {
    const options = command.optsWithGlobals<GivenOptions>();
    const { keys } = options;
    const from = keys === undefined ? (options.from ?? connectionOf(options).server) : undefined;
    await verifyReceiptFile(resolve(receipt), {
      ...(keys !== undefined && { keys: resolve(keys) }),
      ...(from !== undefined && { from }),
    });
  });

await runCommand(crossrate, refuseKeys);

/** A command of a pair, which may have another argument before it. */
function pairCommand(name: string, description: string, ...before: readonly string[]): Command {
  const command = crossrate.command(name).description(description);
  for (const argument of before) command.argument(argument);
  return command.argument('<from>').argument('<to>');
}

/** What a command asks with. */
interface Asking {
  readonly client: CrossrateClient;
  readonly format: OutputFormat;
  readonly options: GivenOptions;
  readonly onHeaders: (headers: Headers) => void;
}

/** The action of a command that asks a service; a failed request is one sentence, with what its operator finds it by. */
function answering(
  action: (asking: Asking, ...names: [string, string, string]) => Promise<void>,
  access: 'keyed' | 'public' = 'keyed',
) {
  return async (...given: unknown[]): Promise<void> => {
    const names = given.filter((one) => typeof one === 'string');
    const command = given.at(-1);
    if (!(command instanceof Command)) throw new TypeError('commander names the command last');
    const options = command.optsWithGlobals<GivenOptions>();
    const { format } = options;
    const warned = new Set<string>();
    const onHeaders = (headers: Headers) => {
      for (const [header, sentence] of WARNINGS) {
        if (headers.get(header) !== 'true' || warned.has(header)) continue;
        warned.add(header);
        process.stderr.write(`${sentence}\n`);
      }
    };
    try {
      const client = clientOf(connectionOf(options), access);
      await action({ client, format, options, onHeaders }, names[0] ?? '', names[1] ?? '', names[2] ?? '');
    } catch (error) {
      if (!(error instanceof CrossrateError)) throw error;
      const named = [error.code, ...(error.requestId === null ? [] : [`request ${error.requestId}`])];
      throw new RefusedCommand(`${error.message} (${named.join(', ')})`, { cause: error });
    }
  };
}

function connectionOf(options: GivenOptions): ServerConnection {
  try {
    return findConnection(options);
  } catch (error) {
    if (error instanceof UnknownConnection) return crossrate.error(error.message);
    throw error;
  }
}

function clientOf({ server, apiKey }: ServerConnection, access: 'keyed' | 'public'): CrossrateClient {
  if (access === 'keyed' && apiKey === undefined)
    return crossrate.error(
      `No key for ${server}: put one into CROSSRATE_API_KEY, or beside this server into the configuration file.`,
    );
  try {
    return createClient({ server, apiKey: access === 'keyed' ? apiKey : undefined });
  } catch (error) {
    if (error instanceof TypeError) return crossrate.error(error.message);
    throw error;
  }
}

/** Saves an answer with its receipt; what is there already is not overwritten. */
function saveReceipt(file: string, answer: object): void {
  try {
    writeFileSync(resolve(file), `${JSON.stringify(answer, null, 2)}\n`, { flag: 'wx' });
  } catch {
    throw new RefusedCommand(`The receipt cannot be saved: ${file} is there already or cannot be written.`);
  }
}

/** A row of an answer, in which parts of it are left out. */
function rowOf(answer: object): OutputRow {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => typeof value !== 'object'));
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

/** Arguments can be read by everybody on the machine and stay in the shell's history, so a key among them is not repeated either. */
function refuseKeys(): void {
  if (process.argv.slice(2).some((argument) => KEY_ARGUMENT.test(argument)))
    crossrate.error(
      'A key is never an argument: put it into CROSSRATE_API_KEY or into the configuration file, and revoke it if it was typed here.',
    );
}
