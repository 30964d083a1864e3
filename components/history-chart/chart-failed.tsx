import { Blank } from '#components/ui/blank';
import { Button } from '#components/ui/button';
import type { AskTrouble } from '#lib/client/ask-failure';

const CAUSES: Readonly<Record<AskTrouble['kind'], string>> = {
  unreachable: 'The service cannot be reached.',
  limited: 'It was asked for too often from this address, and is asked for again by itself.',
  refused: 'This server gives pages no key of their own.',
  fault: 'The service failed to answer.',
};

/** In the place of the plot when its figures could not be asked for: why, and what to do where that helps. */
export function ChartFailed({
  trouble,
  retry,
}: {
  readonly trouble: AskTrouble;
  readonly retry: () => void;
}) {
  return (
    <Blank
      title="The history could not be read"
      {...(trouble.kind !== 'limited' && {
        actions: (
          <Button look="main" onClick={retry}>
            Try again
          </Button>
        ),
      })}
      {...(trouble.kind === 'fault' &&
        trouble.requestId !== null && { trace: `request ${trouble.requestId}` })}
    >
      <p>{CAUSES[trouble.kind]}</p>
      <p>Your range and lines are kept in the address.</p>
    </Blank>
  );
}
