/** An answer as it came, with the tag by which the service knows it again. */
export interface KeptBody {
  readonly etag: string;
  readonly headers: Headers;
  readonly bytes: ArrayBuffer;
}

/** The newest answers of a client by path, in all at most `bytesMax` bytes: those that were used least recently go first. */
export function createKeptBodies(bytesMax: number) {
  const kept = new Map<string, KeptBody>();
  let bytes = 0;
  const forget = (path: string): KeptBody | undefined => {
    const found = kept.get(path);
    if (found === undefined) return undefined;
    kept.delete(path);
    bytes -= sizeOf(path, found);
    return found;
  };
  const keep = (path: string, body: KeptBody): void => {
    forget(path);
    const size = sizeOf(path, body);
    if (size > bytesMax) return;
    kept.set(path, body);
    bytes += size;
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax) return;
      forget(oldest);
    }
  };
  return {
    keep,
    /** The answer of a path, which counts as used now. */
    find: (path: string): KeptBody | undefined => {
      const found = forget(path);
      if (found !== undefined) keep(path, found);
      return found;
    },
  };
}

/** What an entry has beside its body: headers and the objects that hold it. */
const ENTRY_BYTES = 1000;

function sizeOf(path: string, { bytes }: KeptBody): number {
  return bytes.byteLength + path.length + ENTRY_BYTES;
}
