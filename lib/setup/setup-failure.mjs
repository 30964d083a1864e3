/** An expected failure of the set-up: one sentence that says what to do, and the end of the tool's own output. */
export class SetupFailure extends Error {
  /**
   * @param {string} sentence what the user reads last
   * @param {string} [toolOutput] printed before the sentence
   */
  constructor(sentence, toolOutput = '') {
    super(sentence);
    this.name = 'SetupFailure';
    this.toolOutput = toolOutput;
  }
}

/** The user stopped the set-up: not a failure to explain, only to pass on. */
export class SetupInterrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.name = 'SetupInterrupted';
    this.signal = signal;
  }
}

/**
 * Runs a script's main function and turns its answer into the process's end: the exit code it resolves to,
 * 1 with one sentence on stderr after a SetupFailure, the same signal after an interruption. Anything else is a bug and keeps its stack.
 * @param {() => Promise<number>} main
 */
export async function exitWith(main) {
  try {
    process.exitCode = await main();
  } catch (failure) {
    if (failure instanceof SetupInterrupted) {
      process.kill(process.pid, failure.signal);
      return;
    }
    if (!(failure instanceof SetupFailure)) throw failure;
    if (failure.toolOutput !== '') process.stderr.write(`${failure.toolOutput.trimEnd()}\n\n`);
    process.stderr.write(`${failure.message}\n`);
    process.exitCode = 1;
  }
}
