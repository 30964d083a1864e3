import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { EnvironmentError } from '#lib/platform/environment-error';

/** A wish that cannot be carried out, as one sentence for the person at the terminal. */
export class RefusedCommand extends Error {}

/** A command, by default of `npm run`: `--help` prints, a wrong argument is one sentence and exit code 2. */
export function defineCommand(name: string, description: string, typed = `npm run ${name} --`): Command {
  return new Command(typed)
    .description(description)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, '').replace('\n(', ' (')),
    })
    .helpOption('--help', 'show this text');
}

/** Runs a command with the process's arguments, once `check` lets them; refusals are one sentence on standard error and exit code 1. */
export async function runCommand(command: Command, check?: () => void): Promise<void> {
  for (const output of [process.stdout, process.stderr]) output.on('error', passClosedPipe);
  try {
    const names = command.commands.map((known) => known.name());
    // Commander would print the whole help here.
    if (names.length > 0 && process.argv.length === 2) {
      command.error(`one of ${names.join(', ')} must be named; --help explains each`);
    }
    check?.();
    await command.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    if (!(error instanceof RefusedCommand) && !(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** A reader such as `head` has enough: the command does the rest of its work, and nobody reads what it says. */
function passClosedPipe(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
}
