import { Blank } from '#components/ui/notices/blank';
import { Button } from '#components/ui/buttons/button';
import { requestName } from './forms/form-outcome.ts';

/** In the place of something that could not be asked for: what still works, and another try. */
export function CouldNotLoad({
  title,
  children,
  error,
  onRetry,
}: {
  readonly title: string;
  readonly children: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const request = requestName(error);
  return (
    <div role="alert">
      <Blank
        title={title}
        actions={
          <Button look="main" onClick={onRetry}>
            Try again
          </Button>
        }
        {...(request !== null && { failure: { code: 'internal_error', requestId: request } })}
      >
        <p>{children}</p>
      </Blank>
    </div>
  );
}
