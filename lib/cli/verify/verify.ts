import { defineCommand, runCommand } from '#lib/cli/command-line';
import { type LogOptions, verifyLog } from './verify-log.ts';
import { type ReceiptOptions, verifyReceiptFile } from './verify-receipt.ts';

const command = defineCommand(
  'verify',
  'Verifies a receipt. With --log, checks the signed checkpoint of a log of figures and, with --since, that the log continues an earlier one.',
)
  .argument('[receipt]', 'a saved receipt, or the whole API answer that contains it')
  .option('--keys <file>', 'a file with the public keys of the service, from /.well-known/jwks.json')
  .option('--from <origin>', 'the service to fetch the public keys from, such as https://rates.example.org')
  .option(
    '--document <file>',
    'a publisher’s document; its SHA-256 must be one that the receipt names',
    (file: string, before: readonly string[]) => [...before, file],
    [],
  )
  .option('--log <url>', 'where a log is, such as https://rates.example.org/log')
  .option(
    '--log-key <key>',
    'the verifier key of the log; with --log, the default is the key that the log publishes',
  )
  .option('--since <file>', 'your saved copy of an earlier URL/checkpoint, or a receipt that holds one');

await runCommand(
  command.action(async (receipt: string | undefined, { log, ...options }: Options) => {
    const misplaced =
      log === undefined ? options.since : (options.keys ?? options.from ?? options.document[0]);
    if (misplaced !== undefined)
      return command.error('--keys, --from and --document are for a receipt; --since is for --log.');
    if (receipt !== undefined && log === undefined) return verifyReceiptFile(receipt, options);
    if (receipt === undefined && log !== undefined) return verifyLog({ ...options, log });
    return command.error('name the file of a receipt, or --log with the address of a log');
  }),
);

type Options = ReceiptOptions & Partial<LogOptions>;
