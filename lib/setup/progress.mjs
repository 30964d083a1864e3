const SPINNER = ['|', '/', '-', '\\'];

/** Four frames a second turn visibly and cost nothing. */
const FRAME_MS = 250;

/**
 * Shows on stderr that a long step is under way. A terminal gets one line that turns and counts seconds;
 * anything else (a log, CI) gets a line at the start. Both get a closing line with the seconds it took.
 * stdout is never touched: it belongs to the command that follows.
 * @template T
 * @param {{ doing: string, done: string }} words for example "Installing packages (first start only)" and "Installed packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} what the work returns; nothing is printed after a failure, whose sentence follows
 */
export async function showProgress(words, work) {
  const startedAtMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedAtMs) / 1000);
  const stop = process.stderr.isTTY ? turnSpinner(words.doing, seconds) : announce(`${words.doing}...\n`);
  try {
    const answer = await work();
    stop();
    process.stderr.write(`${words.done} in ${seconds()} s.\n`);
    return answer;
  } catch (failure) {
    stop();
    throw failure;
  }
}

/** @param {string} line */
function announce(line) {
  process.stderr.write(line);
  return () => undefined;
}

/**
 * @param {string} doing
 * @param {() => number} seconds
 */
function turnSpinner(doing, seconds) {
  let frame = 0;
  const draw = () => {
    process.stderr.write(`\r\u001B[K${SPINNER[frame % SPINNER.length]} ${doing}, ${seconds()} s`);
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, FRAME_MS);
  return () => {
    clearInterval(timer);
    process.stderr.write('\r\u001B[K');
  };
}
