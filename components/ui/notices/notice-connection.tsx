import { type ReactNode, useState } from 'react';
import type { AskTrouble } from '#lib/client/asking/ask-failure';
import { Button } from '#components/ui/buttons/button';
import { timeText } from '#lib/format/instants';
import { NoticeRow } from './notice-row.tsx';
import { Countdown, SinceReceived } from '#components/ui/figures/ticking-time';

/** What is wrong with the way to the service, in a sentence. */
export const TROUBLES: Readonly<Record<AskTrouble['kind'], string>> = {
  refused: 'This server gives pages no key of their own.',
  unreachable: 'You are offline.',
  limited: 'Too many requests from this address.',
  fault: 'The service failed to answer.',
};

/** What keeps newer figures away, when the shown ones came, and when newer ones are asked for. */
export interface Connection {
  readonly trouble: AskTrouble | null;
  /** False when the browser knows that it has no network; it then asks again as soon as it has one. */
  readonly hasNetwork: boolean;
  /** Epoch milliseconds; null before the first figures. */
  readonly receivedAtMs: number | null;
  /** Epoch milliseconds. */
  readonly nextAskAtMs: number;
  readonly retry: () => void;
}

/** What is wrong with the way to the service, the age of the figures and a countdown, and a word when newer ones have come; `still` is what works meanwhile. */
export function ConnectionNotice({
  connection,
  limited,
  still = null,
}: {
  readonly connection: Connection;
  /** A sentence of what stays, before the countdown. */
  readonly limited: ReactNode;
  readonly still?: ReactNode;
}) {
  const backAtMs = useComeBack(connection);
  const { trouble, hasNetwork, receivedAtMs, nextAskAtMs, retry } = connection;
  if (trouble === null) {
    return backAtMs === null || backAtMs !== receivedAtMs ? null : (
      <NoticeRow tone="info" title="Back online.">
        Figures are of {timeText(new Date(backAtMs))}.
      </NoticeRow>
    );
  }
  if (trouble.kind === 'refused') {
    return (
      <NoticeRow tone="info" title="Figures are those of when this page was loaded.">
        {TROUBLES.refused} Reload for newer figures.
      </NoticeRow>
    );
  }
  const tryNow = (
    <Button look="line" size="sm" onClick={retry}>
      Try now
    </Button>
  );
  return (
    <NoticeRow
      tone="degraded"
      title={TROUBLES[trouble.kind]}
      actions={trouble.kind === 'limited' ? undefined : tryNow}
    >
      {trouble.kind === 'limited' ? (
        <>{limited} </>
      ) : (
        receivedAtMs !== null && (
          <>
            The figures below are the last ones received,{' '}
            <span className="sr-only">at {timeText(new Date(receivedAtMs))}</span>
            {/* A notice is read out when it changes: what counts is only seen. */}
            <span aria-hidden="true">
              <SinceReceived atMs={receivedAtMs} /> ago
            </span>
            . {still}{' '}
          </>
        )
      )}
      {hasNetwork ? (
        <>
          Trying again in <Countdown toMs={nextAskAtMs} />.
        </>
      ) : (
        'New figures are loaded as soon as the network is back.'
      )}
    </NoticeRow>
  );
}

/** When the first figures after an outage came; null while there was none, or only those that came before it. */
function useComeBack({ trouble, receivedAtMs }: Connection): number | null {
  const [wasAway, setWasAway] = useState(false);
  const [newestMs, setNewestMs] = useState(0);
  const [backAtMs, setBackAtMs] = useState<number | null>(null);
  const isAway = trouble !== null && trouble.kind !== 'refused';
  if (isAway && !wasAway) setWasAway(true);
  // Another view may show older ones that were kept: they tell nothing.
  if (receivedAtMs !== null && receivedAtMs > newestMs) {
    setNewestMs(receivedAtMs);
    if (wasAway && !isAway) {
      setWasAway(false);
      setBackAtMs(receivedAtMs);
    }
  }
  return backAtMs;
}
