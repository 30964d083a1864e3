/** A sentence in which what stands between backticks is code. */
export function CodedText({ text }: { readonly text: string }) {
  return text.split('`').map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <code key={`${place} ${part}`} className="coded">
        {part}
      </code>
    ),
  );
}
