import { TextLink } from '#components/ui/buttons/text-link';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { useLatelyFired } from '#lib/client/account/lately-fired';
import { crossingText, watchText } from '#lib/domain/series/watch-text';

/** The newest crossing of the last day, for whoever is signed in; nothing where there is none, or it cannot be asked. */
export function LatelyFiredNotice() {
  const [newest, ...others] = useLatelyFired();
  if (!newest) return null;
  const pair = { base: newest.from, quote: newest.to };
  return (
    <NoticeRow tone="info" title={`${watchText({ ...pair, rule: newest.rule })}.`}>
      {crossingText(pair, newest)}{' '}
      <TextLink href="/account/watches">
        {others.length === 0 ? 'Your watches' : `Your watches: ${others.length} more`}
      </TextLink>
    </NoticeRow>
  );
}
