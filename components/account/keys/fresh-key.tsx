import { useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { CopyButton } from '#components/ui/buttons/copy-button';
import { OnceShown } from '#components/account/once-shown';
import { useLeaveGuard } from '#lib/client/account/leave-guard';
import type { KeyRow, MadeKey } from '#lib/contract/account';
import { curlRequest } from '#lib/format/curl-line';

const FIRST_QUESTION = { from: 'USD', to: 'JPY', amount: '1200' };

/** A key that was just made: shown this once, from this component's memory and nowhere else. */
export function FreshKey({
  made: { key, secret },
  row,
  onStored,
}: {
  readonly made: MadeKey;
  /** The key as it is listed now. */
  readonly row: KeyRow | undefined;
  readonly onStored: () => void;
}) {
  const [takesFocus, setTakesFocus] = useState(true);
  const [isCopied, setIsCopied] = useState(false);
  useLeaveGuard(!isCopied);
  const curl = (shown: string) => curlRequest(window.location.origin, FIRST_QUESTION, shown);
  return (
    <section
      aria-label={`New key ${key.name}`}
      className="mb-5 rounded-card border border-l-3 border-accent-line border-l-accent bg-surface px-5 pt-4 pb-5 outline-focus has-[h2:focus-visible]:outline-2 has-[h2:focus-visible]:outline-offset-2 max-phone:mx-4 max-phone:mb-4 max-phone:p-3.5 print:hidden"
    >
      <h2
        tabIndex={-1}
        data-takes-focus={takesFocus}
        onBlur={() => setTakesFocus(false)}
        className="text-lg font-semibold tracking-title outline-none"
      >
        “{key.name}” is ready. Copy the key now.
      </h2>
      <p className="text-pretty text-text-soft">
        It is shown this once and is not stored in readable form. Lost keys are replaced, not recovered.
      </p>
      <OnceShown text={secret}>
        <CopyButton look="main" label="Copy key" text={secret} onCopied={() => setIsCopied(true)} />
      </OnceShown>
      <OnceShown text={curl(`${key.prefix}…`)}>
        <CopyButton label="Copy curl" text={curl(secret)} onCopied={() => setIsCopied(true)} />
      </OnceShown>
      <div className="mt-3.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button look="line" onClick={onStored}>
          I have stored it
        </Button>
        <span role="status" className="text-sm text-text-muted">
          {row?.lastUsedAt === null || row === undefined
            ? 'Waiting for the first request with this key.'
            : 'The first request with this key has arrived.'}
        </span>
      </div>
    </section>
  );
}
