/** What people call a source. */
export interface SourceNames {
  /** Its publisher, as a row or a title has it: `European Central Bank`. */
  readonly name: string;
  /** The same where there is little room: `ECB`. */
  readonly short: string;
  /** Within a sentence: `the European Central Bank`. */
  readonly inText: string;
  /** Whether its figures are fixings of a day, and not quotes of a moment. */
  readonly isFixing: boolean;
}

/** A publisher by its name; the identifier itself where nobody knows it. */
export function sourceName(id: string): string {
  return names()[id]?.name ?? id;
}

/** The same for narrow places, as the market says it. */
export function shortSourceName(id: string): string {
  return names()[id]?.short ?? id;
}

/** The same within a sentence; {@link capital} makes it begin one. */
export function sourceInText(id: string): string {
  return names()[id]?.inText ?? id;
}

/** Whether a source gives fixings of a day; false where nobody knows it. */
export function isFixingSource(id: string): boolean {
  return names()[id]?.isFixing ?? false;
}

/** Names in a row: `ECB, Fed and Bank of England`. */
export function listText(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A text that begins a sentence: `The European Central Bank is late.` */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type NamesById = Readonly<Record<string, SourceNames>>;

const PLACE = Symbol.for('crossrate.source-names');

interface Holder {
  [PLACE]?: string;
}

/** What a name is made of, in the facts of a source. */
export interface NamedFacts {
  readonly id: string;
  readonly name: string;
  readonly cadence?: 'fixing' | 'tick';
  readonly words: { readonly shortName?: string; readonly nameInText?: string };
}

/** Tells this process what its sources are called. Once a process: pages and our own server are different bundles. */
export function setSourceNames(sources: readonly NamedFacts[]): void {
  const named = sources.map(({ id, name, cadence, words: { shortName = name, nameInText = name } }) => [
    id,
    { name, short: shortName, inText: nameInText, isFixing: cadence === 'fixing' } satisfies SourceNames,
  ]);
  const holder: typeof globalThis & Holder = globalThis;
  holder[PLACE] = JSON.stringify(Object.fromEntries(named));
}

/** The names as the server writes them into a page, so that the browser writes the same. */
export function sourceNamesText(): string {
  const holder: typeof globalThis & Holder = globalThis;
  return holder[PLACE] ?? '{}';
}

let read: { readonly text: string; readonly names: NamesById } = { text: '{}', names: {} };

function names(): NamesById {
  const text =
    typeof document === 'undefined'
      ? sourceNamesText()
      : (document.documentElement.dataset['sources'] ?? '{}');
  if (read.text !== text) read = { text, names: asNames(text) };
  return read.names;
}

/** The server wrote it. */
function asNames(text: string): NamesById {
  return JSON.parse(text) as NamesById;
}
