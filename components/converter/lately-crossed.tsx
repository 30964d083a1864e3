import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { TextLink } from '#components/ui/buttons/text-link';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { KNOWN_ACCOUNT } from '#lib/client/account/known-account';
import { PATIENT, REFRESH_MS } from '#lib/client/asking/ask-interval';
import { crossingWords, watchWords } from '#lib/format/account/watch-words';

/** The watch that crossed last within a day, for a visitor who is signed in; nothing in the first paint, and where there is none. */
export function LatelyCrossedNotice() {
  const isKnown = useSyncExternalStore(KNOWN_ACCOUNT.subscribe, isAccountKnown, () => false);
  const { data = [] } = useQuery({ ...LATELY_CROSSED_QUERY, enabled: isKnown });
  const [newest, ...others] = data;
  if (!isKnown || !newest) return null;
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

/** What asks comes as code of its own: most who read figures have no account. */
const LATELY_CROSSED_QUERY = queryOptions({
  ...PATIENT,
  queryKey: ['account', 'watches', 'lately'],
  queryFn: async () => (await import('#lib/client/account/account-client')).accountClient.latelyCrossed(),
  refetchInterval: REFRESH_MS,
});

function isAccountKnown(): boolean {
  return KNOWN_ACCOUNT.read() !== null;
}
