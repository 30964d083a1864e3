import { Plus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { AccountPart } from '#components/account/account-part';
import { AccountFormAlert } from '#components/account/forms/account-form';
import type { FormProblem } from '#components/account/forms/use-account-action.ts';
import { Button } from '#components/ui/buttons/button';
import { Card } from '#components/ui/card';
import { Blank } from '#components/ui/notices/blank';
import { PageHead } from '#components/ui/page-head';

/** How entries come into a list, and what stands there before the first. */
interface Adding {
  /** How many count towards the limit; undefined while that is not known. */
  readonly inUse: number | undefined;
  readonly max: number;
  /** What makes room for another one. */
  readonly roomBy: 'remove' | 'revoke';
  /** The words of the button. */
  readonly text: string;
  readonly onPress: () => void;
  readonly isEmpty: boolean;
  /** What is said while it is empty, and the words of the button there. */
  readonly blank: { readonly title: string; readonly text: string };
}

/** A page that lists something of the account: its head, what stands against the last change, then the list, why there is none, or how to begin. */
export function AccountList({
  title,
  about,
  what,
  adding,
  action,
  notices,
  problem,
  ...part
}: Omit<ComponentProps<typeof AccountPart>, 'title'> & {
  readonly title: string;
  /** What it is for, for whoever sees it empty too: the largest text of the page, so the server draws it. */
  readonly about: ReactNode;
  /** What is listed, as in “Your keys could not be listed”. */
  readonly what: string;
  readonly adding?: Adding;
  /** The main action of a list that nothing is added to here. */
  readonly action?: ReactNode;
  /** Above the list. */
  readonly notices?: ReactNode;
  readonly problem?: FormProblem | null;
}) {
  return (
    <>
      <PageHead title={title} action={adding ? <AddButton {...adding} /> : action}>
        {about} {adding && <InUse {...adding} />}
      </PageHead>
      {notices}
      <div className="mb-4 empty:hidden max-phone:mx-4">
        <AccountFormAlert problem={problem ?? null} />
      </div>
      <AccountPart title={`Your ${what} could not be listed`} {...part}>
        {adding?.isEmpty === true ? <Empty {...adding} /> : part.children}
      </AccountPart>
    </>
  );
}

/** How many of the limit are in use; its place is kept while that is not known. */
function InUse({ inUse, max }: Adding) {
  return (
    <span className={`whitespace-nowrap ${inUse === undefined ? 'invisible' : ''}`}>
      {inUse ?? 0} of {max} in use.
    </span>
  );
}

/** Adds an entry, unless there is no room; an empty list has a button of its own. */
function AddButton({ inUse, max, roomBy, text, onPress, isEmpty }: Adding) {
  if (isEmpty) return null;
  const isFull = inUse !== undefined && inUse >= max;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isFull && (
        <span id="list-full" className="text-sm text-text-soft">
          All {max} are in use: {roomBy} one first.
        </span>
      )}
      <Button
        look="main"
        onClick={onPress}
        disabled={inUse === undefined || isFull}
        aria-describedby={isFull ? 'list-full' : undefined}
      >
        <Plus aria-hidden="true" className="size-4" />
        {text}
      </Button>
    </div>
  );
}

function Empty({ blank: { title, text }, onPress }: Adding) {
  return (
    <Card>
      <Blank
        title={title}
        actions={
          <Button look="main" onClick={onPress}>
            <Plus aria-hidden="true" className="size-4" />
            {text}
          </Button>
        }
      />
    </Card>
  );
}
