import { defineCommand, runCommand } from './command-line.ts';
import { verifyReceiptFile } from './verify-receipt.ts';

await runCommand(
  defineCommand('verify', 'Verifies a receipt.')
    .argument('<receipt>', 'a saved receipt, or the whole API answer that contains it')
    .option('--keys <file>', 'a file with the public keys of the service, from /.well-known/jwks.json')
    .option('--from <origin>', 'the service to fetch the public keys from, such as https://rates.example.org')
    .action(verifyReceiptFile),
);
