/** Where `g` and another key lead. */
export const NAVIGATION_KEYS: Readonly<Record<string, { readonly href: string; readonly name: string }>> = {
  c: { href: '/', name: 'Converter' },
  r: { href: '/rates', name: 'Rates' },
  h: { href: '/charts', name: 'Charts' },
  s: { href: '/status', name: 'Status' },
  d: { href: '/docs', name: 'Docs' },
};
