import type { KeyRow } from '#lib/contract/account';

/** What is asked about a key in a dialog. */
export type KeyQuestion =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate'; readonly key: KeyRow }
  | { readonly kind: 'revoke'; readonly key: KeyRow };
