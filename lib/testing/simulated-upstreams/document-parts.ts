import { unzipSync } from 'fflate';

/** A body as text, of its only member where it is an archive. */
export function bodyText(body: Uint8Array): string {
  const isZip = body[0] === 0x50 && body[1] === 0x4b;
  const [member = body] = isZip ? Object.values(unzipSync(body)) : [];
  return new TextDecoder().decode(member);
}

/** What lies in a JSON text at a place; undefined where there is nothing. */
export function inside(text: string, ...place: readonly string[]): unknown {
  let value: unknown = JSON.parse(text);
  for (const key of place) value = Object(value)[key];
  return value;
}

/** The keys of an object, in its order. */
export function keysOf(value: unknown): readonly string[] {
  return Object.keys(Object(value));
}

/** The kinds of values in nested arrays, by position. */
export function kindsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kindsOf);
  return value === null ? 'null' : typeof value;
}

/** The value of a script block of a page. */
export function blockOf(text: string, key: string): unknown {
  const found = new RegExp(`key: '${key}'.*?data:(.*?), sideChannel`).exec(text)?.[1];
  return JSON.parse(found ?? 'null');
}
