/** The place of a text that is on its way, as wide as it will about be; `width` is a CSS length such as `14ch`. */
export function Skeleton({ width }: { readonly width: string }) {
  return <span aria-hidden="true" className="skeleton" style={{ width }} />;
}
