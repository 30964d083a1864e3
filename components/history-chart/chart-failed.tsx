import { Blank } from '#components/ui/notices/blank';
import { Button } from '#components/ui/buttons/button';
import type { AskTrouble } from '#lib/client/asking/ask-failure';

/** In the place of the plot when its figures could not be asked for; the notice above says why. */
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
      failure={trouble}
    >
      <p>Your range and lines are kept in the address.</p>
    </Blank>
  );
}
