import { Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#components/ui/buttons/button';
import { CopyButton } from '#components/ui/buttons/copy-button';
import { DialogActions, DialogBody, DialogText } from '#components/ui/dialogs/modal-dialog';
import { saveAs } from '#lib/client/browser/save-as';
import { useAccount } from '#components/account/use-account.ts';

/** Recovery codes that are shown this once: to copy, to save, to print. On paper they stand alone. */
export function RecoveryCodeList({
  codes,
  onStored,
}: {
  readonly codes: readonly string[];
  readonly onStored: () => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  // The step before has left the dialog, and its focus with it.
  useEffect(() => list.current?.focus(), []);
  const { account } = useAccount();
  const text = codes.join('\n');
  return (
    <div data-print-alone="">
      <DialogBody>
        <DialogText>
          Without your authenticator, each of these codes lets you in once. They are shown this once: keep
          them where the authenticator is not.
        </DialogText>
        <ol
          ref={list}
          tabIndex={-1}
          aria-label="Recovery codes"
          className="grid grid-cols-[repeat(auto-fill,minmax(14ch,1fr))] gap-x-8 gap-y-1.5 rounded-control bg-sunken px-4 py-3 font-mono text-sm inset-ring inset-ring-line-strong"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ol>
        <p className="hidden text-sm print:block">
          Crossrate on {window.location.host}, {account?.email}. Each works once.
        </p>
        <div className="flex flex-wrap gap-2 print:hidden">
          <CopyButton label="Copy codes" text={text} />
          <Button look="line" onClick={() => saveAs(textFile(text), 'crossrate-recovery-codes.txt')}>
            <Download aria-hidden="true" className="size-4" />
            Download
          </Button>
          <Button look="line" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </Button>
        </div>
      </DialogBody>
      <DialogActions>
        <Button look="main" className="h-10 px-4" onClick={onStored}>
          I have stored them
        </Button>
      </DialogActions>
    </div>
  );
}

function textFile(codes: string): Blob {
  const text = `Crossrate recovery codes of ${window.location.host}\nEach works once.\n\n${codes}\n`;
  return new Blob([text], { type: 'text/plain' });
}
