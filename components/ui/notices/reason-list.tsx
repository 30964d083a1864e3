import { sourceName } from '#lib/format/sources/source-names';
import { Skeleton } from '#components/ui/skeleton';

/** Several things side by side, each with the reason why it has nothing to show. */
export function ReasonList({
  reasons,
}: {
  readonly reasons: readonly { readonly source: string; readonly why: string }[];
}) {
  return (
    <ul className="mt-3">
      {reasons.map(({ source, why }) => (
        <li key={source} className="flex flex-wrap gap-x-3 border-t border-line py-1.75">
          <span className="w-44 font-medium text-text">{sourceName(source)}</span>
          <span className="min-w-0 flex-1 basis-56">{why}</span>
        </li>
      ))}
    </ul>
  );
}

/** Their place while they are on their way. */
export function ReasonsSkeleton() {
  return (
    <p aria-busy="true" className="mt-3 border-t border-line py-1.75">
      <Skeleton width="40ch" />
    </p>
  );
}
