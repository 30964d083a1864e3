'use client';
import { useEffect } from 'react';
import { addressOfFormerAnchor } from '#lib/client/address/docs-address';

/**
 * Leads on whoever follows a link to a part of the docs from when they were one page, such as `/docs#historical`. What follows the
 * `#` is not sent to a server; without this code the browser shows the entry of that page in the list, which has the same anchor.
 */
export function FormerAnchors() {
  useEffect(() => {
    const leadOn = () => {
      const { hash, search } = window.location;
      const address = addressOfFormerAnchor(
        hash.slice(1),
        (slug) => document.getElementById(slug)?.matches('li:has(> a)') ?? false,
      );
      if (address === null) return;
      const url = new URL(address, window.location.origin);
      url.search = search;
      window.location.replace(url);
    };
    leadOn();
    window.addEventListener('hashchange', leadOn);
    return () => window.removeEventListener('hashchange', leadOn);
  }, []);
  return null;
}
