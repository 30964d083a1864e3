import { Tag } from '#components/ui/tag';
import { useNow } from '#lib/client/browser/now';
import type { KeyRow } from '#lib/contract/account';
import { limitText } from '#lib/format/account/key-terms';
import { remainingText } from '#lib/format/account/remaining';
import { SECOND_MS } from '#lib/domain/durations';
import { shortSourceName } from '#lib/format/sources/source-names';

/** The name of a key, and under it what is special about it. */
export function KeyName({ row }: { readonly row: KeyRow }) {
  const limit = limitText(row.limitPerMinute);
  const sources =
    row.allowedSources === null ? null : `${row.allowedSources.map(shortSourceName).join(', ')} only`;
  const hasTags = limit !== null || sources !== null || row.state === 'ending';
  return (
    <div className={hasTags ? 'py-2 max-phone:py-0' : ''}>
      <b className="block truncate font-medium" title={row.name}>
        {row.name}
      </b>
      {hasTags && (
        <span className="mt-0.5 flex flex-wrap gap-1.5">
          {row.state === 'ending' && row.endsAt !== null && (
            <Tag tone="late">
              Rotated, both work for <Left until={row.endsAt} />
            </Tag>
          )}
          {sources !== null && <Tag>{sources}</Tag>}
          {limit !== null && <Tag>{limit}</Tag>}
        </span>
      )}
    </div>
  );
}

function Left({ until }: { readonly until: string }) {
  const now = useNow(SECOND_MS, 0);
  return <time dateTime={until}>{remainingText(Date.parse(until) - now)}</time>;
}
