import { defineCommand, runCommand } from './command-line.ts';
import { type LogOptions, verifyLog } from './verify-log.ts';
import { type ReceiptOptions, verifyReceiptFile } from './verify-receipt.ts';

const command = defineCommand(
  'verify',
  'Verifies a receipt, or with --log the log of figures: its signed head and, with --since, that it continues an earlier one.',
)
  .argument('[receipt]', 'a file with a receipt: as it was saved, or the answer of /v1 that it came in')
  .option('--keys <file>', 'a file with the public keys of the service, from /.well-known/jwks.json')
  .option('--from <origin>', 'the service to fetch the public keys from, such as https://rates.example.org')
  .option(
    '--document <file>',
    'a publisher’s document; its SHA-256 must be one that the receipt names',
    (file: string, before: readonly string[]) => [...before, file],
    [],
  )
  .option('--log <url>', 'where a log is, such as https://rates.example.org/log')
  .option('--key <key>', 'the verifier key of the log that you trust; else the one that it publishes itself')
  .option('--since <file>', 'an earlier head of the log: a copy of URL/checkpoint');

await runCommand(
  command.action(async (receipt: string | undefined, { log, ...options }: Options) => {
    if (receipt !== undefined && log === undefined) return verifyReceiptFile(receipt, options);
    if (receipt === undefined && log !== undefined) return verifyLog({ ...options, log });
    return command.error('name the file of a receipt, or --log with the address of a log');
  }),
);

type Options = ReceiptOptions & Partial<LogOptions>;
