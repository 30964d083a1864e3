import process from 'node:process';
import { readEnvironment } from '#lib/platform/environment';
import { defineCommand, runCommand } from './command-line.ts';
import { examine } from './doctor-checks.ts';

/** As wide as the widest kind. */
const KIND_WIDTH = 'warning'.length;

await runCommand(
  defineCommand(
    'doctor',
    'Looks at environment, database, master secret, disk, TLS files, publishers and clock, one line each, and changes nothing. Exit code 1 if something keeps the service from working.',
  ).action(async () => {
    const root = process.cwd();
    for await (const { kind, subject, sentence } of examine(readEnvironment(process.env, root), root)) {
      process.stdout.write(`${kind.padEnd(KIND_WIDTH)} ${subject}: ${sentence.replace(/\.$/, '')}\n`);
      if (kind === 'wrong') process.exitCode = 1;
    }
  }),
);
