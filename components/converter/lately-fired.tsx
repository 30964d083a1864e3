import { TextLink } from '#components/ui/buttons/text-link';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { useLatelyFired } from '#lib/client/account/lately-fired';
import { crossingWords, watchWords } from '#lib/format/account/watch-words';

/** The newest crossing of the last day, for whoever is signed in; nothing where there is none, or it cannot be asked. */
export function LatelyFiredNotice() {
  const [newest, ...others] = useLatelyFired();
  if (!newest) return null;
  return (
    <div className="print:hidden">
      <NoticeRow tone="info" title={`${watchWords(newest)}.`}>
        {crossingWords(newest)}{' '}
        <TextLink href="/account/watches">
          {others.length === 0 ? 'Your watches' : `Your watches: ${others.length} more`}
        </TextLink>
      </NoticeRow>
    </div>
  );
}
