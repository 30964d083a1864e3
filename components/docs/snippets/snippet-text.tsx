/** Strings and comments of shells, TypeScript and Python; in all else a reader needs no help. */
const PART = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\n])*'|(?:^|\s)(?:#|\/\/ ).*$)/gm;

/** Code with its strings and comments told apart. */
export function SnippetText({ text }: { readonly text: string }) {
  // Splitting by a group puts what it matched at the odd places.
  return text.split(PART).map((part, place) => {
    const key = `${place} ${part}`;
    if (place % 2 === 0) return part;
    return (
      <span key={key} className={/^["']/.test(part) ? 'text-up' : 'text-text-muted'}>
        {part}
      </span>
    );
  });
}
