import type { AccountState } from '#lib/contract/account';

/** The page where a visitor of each state goes on. */
const PLACES: Readonly<Record<AccountState, string>> = {
  'set-up': '/account/set-up',
  'signed-out': '/account/sign-in',
  'second-factor': '/account/sign-in',
  'signed-in': '/account/keys',
};

/** Pages of the account. A sign-in may lead back to them; no other address is followed, least of all one of another site. */
export const ACCOUNT_PAGES = [
  { href: '/account/keys', name: 'API keys' },
  { href: '/account/usage', name: 'Usage' },
  { href: '/account/watches', name: 'Watches' },
  { href: '/account/webhooks', name: 'Webhooks' },
  { href: '/account/security', name: 'Security' },
  { href: '/account/sessions', name: 'Sessions' },
  { href: '/account/trail', name: 'Audit trail' },
] as const;

/** Whether an address is that of a page of the account, for people who are signed in. */
export function isAccountPage(address: string): boolean {
  return ACCOUNT_PAGES.some(({ href }) => href === address);
}

/** Pages of figures, for servers that show them to people who are signed in only. */
const FIGURES = /^\/(?:rates|convert(?:\/[\w-]+){0,2}|charts(?:\/[\w-]+){0,2})?(?:\?[\w.,:;=&%*+-]*)?$/;

const NEXT = 'next';

/** Where somebody signs in who wanted to see figures, and comes back from there. */
export function signInAddress(wanted: string): string {
  return `${PLACES['signed-out']}?${new URLSearchParams({ [NEXT]: wanted })}`;
}

/** Whether it was figures that led to the sign-in. */
export function wantsFigures(search: string): boolean {
  return FIGURES.test(new URLSearchParams(search).get(NEXT) ?? '-');
}

/** The page to go on with from an address: it remembers the page that was wanted, and after the sign-in leads there. */
export function onwardAddress(
  state: AccountState,
  { pathname, search }: { readonly pathname: string; readonly search: string },
): string {
  const place = PLACES[state];
  const asked = isAccountPage(pathname) ? pathname : new URLSearchParams(search).get(NEXT);
  const isFollowed = asked !== null && (isAccountPage(asked) || FIGURES.test(asked));
  const wanted = isFollowed ? asked : PLACES['signed-in'];
  if (state === 'signed-in') return wanted;
  if (state === 'set-up' || wanted === PLACES['signed-in']) return place;
  return `${place}?${new URLSearchParams({ [NEXT]: wanted })}`;
}
