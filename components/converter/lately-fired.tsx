import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { TextLink } from '#components/ui/buttons/text-link';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { KNOWN_ACCOUNT } from '#lib/client/account/known-account';
import { PATIENT, REFRESH_MS } from '#lib/client/asking/ask-interval';
import type { FiredWatch } from '#lib/contract/watches';
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

/** What asks comes as code of its own: most who read figures have no account. */
const LATELY_FIRED_QUERY = queryOptions({
  ...PATIENT,
  queryKey: ['account', 'watches', 'lately'],
  queryFn: async () => (await import('#lib/client/account/account-client')).accountClient.latelyFired(),
  refetchInterval: REFRESH_MS,
});

/** What the account's watches noted within a day, newest first; nothing in the first paint, and where nobody is known to be signed in. */
function useLatelyFired(): readonly FiredWatch[] {
  const isKnown = useSyncExternalStore(KNOWN_ACCOUNT.subscribe, isAccountKnown, () => false);
  const { data } = useQuery({ ...LATELY_FIRED_QUERY, enabled: isKnown });
  return isKnown ? (data?.fired ?? []) : [];
}

function isAccountKnown(): boolean {
  return KNOWN_ACCOUNT.read() !== null;
}
