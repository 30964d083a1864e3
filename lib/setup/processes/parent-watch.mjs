/** Often enough that a port is free again when the next start asks for it; one system call each time. */
const LOOK_MS = 200;

const firstParent = process.ppid;

/** Under npm our parent is a shell that npm started for us alone: without it, nobody waits for us. */
const isUnderNpm = process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32';

/**
 * Calls back once when the shell between npm and us is gone. npm hands SIGTERM to that shell, and a dash dies of it
 * without a word to its child: unwatched, `npm start` would leave a server behind that still holds the port.
 * @param {() => void} onGone
 * @returns {() => void} ends the watch
 */
export function watchParent(onGone) {
  if (!isUnderNpm) return () => undefined;
  const timer = setInterval(() => {
    if (process.ppid === firstParent) return;
    clearInterval(timer);
    onGone();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
