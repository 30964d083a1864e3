import type { ReactNode } from 'react';
import type { AskTrouble } from '#lib/client/asking/ask-failure';
import { Button } from '#components/ui/buttons/button';
import { NoticeRow } from './notice-row.tsx';

/** What is wrong with the way to the service, in a sentence. */
export const TROUBLES: Readonly<Record<AskTrouble['kind'], string>> = {
  refused: 'This server gives pages no key of their own.',
  unreachable: 'You are offline.',
  limited: 'Asked too often from this address.',
  fault: 'The service failed to answer.',
};

/** What is wrong with the way to the service: `limited` says what stays while it asks for patience, `away` what does without an answer. */
export function TroubleNotice({
  trouble,
  limited,
  away,
  retry,
}: {
  readonly trouble: AskTrouble;
  readonly limited: ReactNode;
  readonly away: ReactNode;
  readonly retry: () => void;
}) {
  if (trouble.kind === 'refused') {
    return (
      <NoticeRow tone="info" title="Figures are those of when this page was loaded.">
        {TROUBLES.refused} Reload for newer figures.
      </NoticeRow>
    );
  }
  const isLimited = trouble.kind === 'limited';
  return (
    <NoticeRow
      tone="degraded"
      title={TROUBLES[trouble.kind]}
      actions={
        isLimited ? undefined : (
          <Button look="line" size="sm" onClick={retry}>
            Try now
          </Button>
        )
      }
    >
      {isLimited ? limited : away}
    </NoticeRow>
  );
}
