/** A sentence in which what stands between backticks is code. */
export function CodedText({ text }: { readonly text: string }) {
  return text.split('`').map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <code
        key={`${place} ${part}`}
        className="rounded-tag bg-sunken px-1 py-px font-mono text-[0.9em] [overflow-wrap:anywhere] text-text"
      >
        {part}
      </code>
    ),
  );
}
