import { defineCommand, runCommand } from './command-line.ts';
import { addReceiptVerification } from './verify-receipt.ts';

await runCommand(addReceiptVerification(defineCommand('verify', 'Verifies what this service has signed.')));
