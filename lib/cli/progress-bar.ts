import process from 'node:process';
import { Presets, SingleBar } from 'cli-progress';

/** A bar on standard error. */
export interface ProgressBar {
  readonly add: (amount: number) => void;
  /** Takes the bar away; what is printed next has the line for itself. */
  readonly stop: () => void;
}

/** Shows how much of a total is done; only a terminal sees it. */
export function startBar(doing: string, total: number): ProgressBar {
  const bar = new SingleBar(
    {
      format: `${doing} [{bar}] {percentage} %`,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.rect,
  );
  bar.start(Math.max(total, 1), 0);
  return { add: (amount) => bar.increment(amount), stop: () => bar.stop() };
}
