/**
 * What `make` makes of some parts, made again only once one of them is another one (by identity; numbers and texts by value). For
 * what is asked for at every request and changes every few seconds.
 */
export function whileUnchanged<Parts extends readonly unknown[], Made>(
  read: () => Parts,
  make: (parts: Parts) => Made,
): () => Made {
  let held: { readonly parts: Parts; readonly made: Made } | null = null;
  return () => {
    const parts = read();
    if (held === null || !areSame(held.parts, parts)) held = { parts, made: make(parts) };
    return held.made;
  };
}

function areSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && now.every((part, place) => Object.is(part, before[place]));
}
