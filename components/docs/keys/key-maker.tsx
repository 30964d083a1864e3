import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { CopyButton } from '#components/ui/buttons/copy-button';
import { createAccountClient } from '#lib/client/account/account-client';
import { keysQuery } from '#lib/client/account/account-queries';
import { useLeaveGuard } from '#lib/client/account/leave-guard';
import { useDocs } from '#components/docs/docs-root';

const NOT_MADE = 'The key could not be created. Try again.';

/**
 * Makes a key of the signed-in account and puts it where the page keeps a pasted one. It is shown in full once, here, so that
 * it can be stored.
 */
export function KeyMaker() {
  const { secret, setSecret } = useDocs();
  const queryClient = useQueryClient();
  const [client] = useState(() => createAccountClient());
  const [made, setMade] = useState<string | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const isShown = made !== null && made === secret;
  useLeaveGuard(isShown && !isCopied);
  const make = async (): Promise<string> => {
    const terms = { name: 'Docs', expires: '30d', limitPerMinute: null, allowedSources: null } as const;
    const outcome = await client.makeKey(terms);
    if (!outcome.ok) return outcome.error.message;
    const { key } = outcome.value;
    queryClient.setQueryData(
      keysQuery(client).queryKey,
      (held) => held && { ...held, keys: [key, ...held.keys] },
    );
    setMade(outcome.value.secret);
    setIsCopied(false);
    setSecret(outcome.value.secret);
    return '';
  };
  const press = () => {
    if (isBusy) return;
    setIsBusy(true);
    void make()
      .catch(() => NOT_MADE)
      .then(setProblem)
      .finally(() => setIsBusy(false));
  };
  if (isShown) {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <code className="min-w-0 flex-1 basis-56 font-mono text-sm break-all">{made}</code>
        <CopyButton look="main" label="Copy key" text={made} onCopied={() => setIsCopied(true)} />
        <p className="basis-full text-xs text-text-muted">
          Named “Docs”, for 30 days. It is shown this once: store it before you leave.
        </p>
      </div>
    );
  }
  if (secret !== null) return null;
  return (
    <div className="mt-3">
      <Button look="line" onClick={press} aria-disabled={isBusy || undefined}>
        Create a key and fill it in
      </Button>
      <p role="alert" className="text-xs text-outage not-empty:mt-1">
        {problem}
      </p>
    </div>
  );
}
