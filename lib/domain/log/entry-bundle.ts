/** Bytes of the length that stands before each entry, high byte first. */
const LENGTH_BYTES = 2;
const ENTRY_BYTES_MAX = 0xff_ff;

/** Puts entries behind each other as https://c2sp.org/tlog-tiles has them, each with its length before it. */
export function joinEntries(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const total = entries.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0);
  const bundle = new Uint8Array(total);
  let offset = 0;
  for (const entry of entries) {
    if (entry.length > ENTRY_BYTES_MAX) throw new Error('an entry of the log is longer than 65,535 bytes');
    bundle[offset] = entry.length >> 8;
    bundle[offset + 1] = entry.length & 0xff;
    bundle.set(entry, offset + LENGTH_BYTES);
    offset += LENGTH_BYTES + entry.length;
  }
  return bundle;
}

/** The entries of a bundle in order; null where it is cut short. */
export function splitEntries(bundle: Uint8Array): readonly Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  let offset = 0;
  while (offset < bundle.length) {
    const start = offset + LENGTH_BYTES;
    const end = start + (bundle[offset] ?? 0) * 256 + (bundle[offset + 1] ?? 0);
    if (end > bundle.length || start > bundle.length) return null;
    entries.push(bundle.subarray(start, end));
    offset = end;
  }
  return entries;
}
