import process from 'node:process';

/** What a worker says to the process that keeps it. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  /** Is answered by one that has the same number. */
  | { readonly kind: 'question'; readonly number: number; readonly asked: unknown };

/** What it is told. */
export type KeeperMessage =
  | { readonly kind: 'leave' }
  | { readonly kind: 'answer'; readonly number: number; readonly answer: unknown };

/** A worker's side of the channel. */
export interface WorkerChannel {
  /** Says that this worker listens. */
  readonly tellReady: () => void;
  /** Hears that this worker is to end as soon as its connections have. */
  readonly onLeave: (listener: () => void) => void;
  readonly ask: (asked: unknown) => Promise<unknown>;
}

/** The channel to the process that keeps this one; a worker whose keeper is gone ends by itself. */
export function openWorkerChannel(): WorkerChannel {
  const waiting = new Map<number, (answer: unknown) => void>();
  let asked = 0;
  let isAnswered = false;
  const tell = (message: WorkerMessage) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  const listen = (listener: (message: KeeperMessage) => void) =>
    process.on('message', (message) => listener(asKeeperMessage(message)));
  const hearAnswers = () => {
    if (isAnswered) return;
    isAnswered = true;
    listen((message) => {
      if (message.kind !== 'answer') return;
      waiting.get(message.number)?.(message.answer);
      waiting.delete(message.number);
    });
  };
  return {
    tellReady: () => tell({ kind: 'ready' }),
    onLeave: (listener) =>
      listen(({ kind }) => {
        if (kind === 'leave') listener();
      }),
    ask: (question) => {
      hearAnswers();
      asked += 1;
      const number = asked;
      return new Promise((resolve) => {
        waiting.set(number, resolve);
        tell({ kind: 'question', number, asked: question });
      });
    },
  };
}

/** Only the process that keeps this one writes into the channel. */
function asKeeperMessage(message: unknown): KeeperMessage {
  return message as KeeperMessage;
}
