import { useQuery } from '@tanstack/react-query';
import { TextLink } from '#components/ui/buttons/text-link';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { unwellSourcesQuery } from '#lib/client/asking/status-queries';
import type { SourceId } from '#lib/domain/source-id';
import { troubleSentence } from '#lib/format/sources/verdict-words';

/** A row that was worked out from figures of two sources bears one name: of those that are named, the ones that are not well are behind. */
export function MixedNotice({ sources }: { readonly sources: readonly SourceId[] }) {
  const { data: unwell = [] } = useQuery(unwellSourcesQuery());
  const title = troubleSentence(unwell.filter(({ source }) => sources.includes(source)));
  return (
    <NoticeRow tone="stale" title={title ?? 'Some figures are behind.'}>
      The affected rows are marked; all others are current.{' '}
      <TextLink href="/status">{title === null ? 'See which source is late' : 'Why'}</TextLink>
    </NoticeRow>
  );
}
