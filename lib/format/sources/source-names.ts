/** What people call a source, as its facts say it. */
export interface NamedFacts {
  readonly id: string;
  /** Its publisher, as a row or a title has it: `European Central Bank`. */
  readonly name: string;
  /** `fixing` where its figures are fixings of a day, and not quotes of a moment. */
  readonly cadence?: 'fixing' | 'tick';
  readonly words: {
    /** The name where there is little room: `ECB`; absent where it is the same. */
    readonly shortName?: string;
    /** The name within a sentence: `the European Central Bank`; absent where it is the same. */
    readonly nameInText?: string;
  };
}

/** A publisher by its name; the identifier itself where nobody knows it. */
export function sourceName(id: string): string {
  return factsOf(id)?.name ?? id;
}

/** The same for narrow places, as the market says it. */
export function shortSourceName(id: string): string {
  return factsOf(id)?.words.shortName ?? sourceName(id);
}

/** The same within a sentence; {@link capital} makes it begin one. */
export function sourceInText(id: string): string {
  return factsOf(id)?.words.nameInText ?? sourceName(id);
}

/** Whether a source gives fixings of a day; false where nobody knows it. */
export function isFixingSource(id: string): boolean {
  return factsOf(id)?.cadence === 'fixing';
}

/** Names in a row: `ECB, Fed and Bank of England`. */
export function listText(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A text that begins a sentence: `The European Central Bank is late.` */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const PLACE = Symbol.for('crossrate.source-names');

const holder: typeof globalThis & { [PLACE]?: string } = globalThis;

/** Tells this process what its sources are called. Once a process: pages and our own server are different bundles. */
export function setSourceNames(sources: readonly NamedFacts[]): void {
  // Of their facts nothing else: the text stands in every page.
  const named = sources.map(({ id, name, cadence, words: { shortName, nameInText } }) => ({
    id,
    name,
    cadence,
    words: { shortName, nameInText },
  }));
  holder[PLACE] = JSON.stringify(named);
}

/** The names as the server writes them into a page, so that the browser writes the same. */
export function sourceNamesText(): string {
  return holder[PLACE] ?? '[]';
}

let read: { readonly text: string; readonly sources: readonly NamedFacts[] } = { text: '[]', sources: [] };

function factsOf(id: string): NamedFacts | undefined {
  const text =
    typeof document === 'undefined'
      ? sourceNamesText()
      : (document.documentElement.dataset['sources'] ?? '[]');
  if (read.text !== text) read = { text, sources: asFacts(text) };
  return read.sources.find((source) => source.id === id);
}

/** The server wrote it. */
function asFacts(text: string): readonly NamedFacts[] {
  return JSON.parse(text) as readonly NamedFacts[];
}
