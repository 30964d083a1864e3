import { UserRound } from 'lucide-react';
import { ButtonLink } from '#components/ui/buttons/button';
import { SignOutButton } from './sign-out-button.tsx';

const MENU = 'account-menu';

/**
 * The way to the account. Who is signed in is told by {@link showKnownAccount}, because a page is drawn once for all who are;
 * the browser opens the menu by itself.
 */
export function AccountEntry({
  isSignedIn,
  isHere = false,
}: {
  readonly isSignedIn: boolean;
  /** Whether the page is the one that signs in. */
  readonly isHere?: boolean;
}) {
  if (!isSignedIn) {
    return (
      <ButtonLink look="line" href="/account/sign-in" aria-current={isHere ? 'page' : undefined}>
        Sign in
      </ButtonLink>
    );
  }
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        className="grid flex-none place-items-center rounded-control p-0.5 max-phone:size-10"
      >
        <span className="sr-only">Your account </span>
        <span className="grid size-7 place-items-center rounded-control bg-accent-wash text-2xs font-semibold text-accent inset-ring inset-ring-accent-line after:content-(--initials)">
          <UserRound
            aria-hidden="true"
            className="size-4 [:root[data-known-account]_&]:hidden"
            strokeWidth={2.1}
          />
        </span>
      </button>
      <div
        id={MENU}
        popover="auto"
        className="w-60 rounded-card bg-raised py-1 text-sm text-text shadow-float supports-[position-area:bottom]:mx-0 supports-[position-area:bottom]:my-1 supports-[position-area:bottom]:[position-area:bottom_span-left]"
      >
        <p className="border-b border-line px-3.5 py-2 text-text-soft [overflow-wrap:anywhere]">
          Signed in
          <span className="block font-medium text-text after:content-(--account)" />
        </p>
        <div className="p-1 pb-0">
          <a href="/account/keys" className={ENTRY}>
            API keys
          </a>
          <SignOutButton className={ENTRY} />
        </div>
      </div>
    </>
  );
}

const ENTRY =
  'flex h-8 w-full items-center rounded-control px-2.5 text-left hover:bg-hover max-phone:h-11 max-phone:text-base';
