/** The place under a field where its error is said; there before the error, so that screen readers hear it come. */
export function FieldError({ id, error }: { readonly id: string; readonly error: string | null }) {
  return (
    <p id={id} aria-live="polite" className="text-xs text-pretty text-outage not-empty:mt-1">
      {error}
    </p>
  );
}
