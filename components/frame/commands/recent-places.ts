import { kept } from '#lib/client/browser/kept';

/** A place that was gone to from the palette. */
export interface RecentPlace {
  readonly text: string;
  /** A path of this service. */
  readonly href: string;
}

const PLACES = kept('crossrate:recent-places', 'storage');

const KEPT_MAX = 5;

/** Where the visitor went from the palette, the last first; none where the browser keeps nothing. */
export function readRecentPlaces(): readonly RecentPlace[] {
  try {
    const places: unknown = JSON.parse(PLACES.read() ?? '[]');
    return Array.isArray(places) ? places.filter(isPlace).slice(0, KEPT_MAX) : [];
  } catch {
    return [];
  }
}

/** Puts a place first among those of the next time. */
export function keepRecentPlace({ text, href }: RecentPlace): void {
  const others = readRecentPlaces().filter((place) => place.href !== href);
  PLACES.keep(JSON.stringify([{ text, href }, ...others].slice(0, KEPT_MAX)));
}

/** Only paths of this service: what is in storage may have been written by hand. */
function isPlace(found: unknown): found is RecentPlace {
  if (typeof found !== 'object' || found === null || !('text' in found) || !('href' in found)) return false;
  return typeof found.text === 'string' && typeof found.href === 'string' && /^\/(?!\/)/.test(found.href);
}
