/** A head of a log, as https://c2sp.org/tlog-checkpoint has it. */
export interface Checkpoint {
  /** The name of the log, which never changes. */
  readonly origin: string;
  /** How many entries the log has. */
  readonly size: number;
  /** The root of their tree, in base64. */
  readonly root: string;
}

/** The text of a checkpoint, which is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root}\n`;
}

const CHECKPOINT = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n/;

/** Reads a checkpoint, with or without signatures behind it; null where it is none. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [, origin, size, root] = CHECKPOINT.exec(text) ?? [];
  return origin === undefined || root === undefined ? null : { origin, size: Number(size), root };
}
