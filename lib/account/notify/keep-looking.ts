/** What is looked at again and again. */
export interface Looking {
  /** Asks for another look. */
  readonly look: () => void;
  /** Resolves after the look that is under way. */
  readonly stop: () => Promise<void>;
}

/** Looks now, every so often, and when it is asked for: one look at a time, and one more after it if it was asked for meanwhile. */
export function keepLooking(
  lookOnce: () => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): Looking {
  let isAsked = false;
  let isStopped = false;
  let round: Promise<void> | null = null;
  const run = async () => {
    while (isAsked && !isStopped) {
      isAsked = false;
      await lookOnce().catch(onError);
    }
    round = null;
  };
  const look = () => {
    isAsked = true;
    round ??= run();
  };
  const timer = setInterval(look, everyMs).unref();
  look();
  return {
    look,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await round;
    },
  };
}
