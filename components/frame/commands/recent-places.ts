/** A place that was gone to from the palette. */
export interface RecentPlace {
  readonly text: string;
  /** A path of this service. */
  readonly href: string;
}

const STORED_AS = 'crossrate:recent-places';

const KEPT_MAX = 5;

/** Where the visitor went from the palette, the last first; none where the browser keeps nothing. */
export function readRecentPlaces(): readonly RecentPlace[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPlace).slice(0, KEPT_MAX) : [];
  } catch {
    return [];
  }
}

/** Puts a place first among those of the next time. */
export function keepRecentPlace({ text, href }: RecentPlace): void {
  const others = readRecentPlaces().filter((place) => place.href !== href);
  try {
    localStorage.setItem(STORED_AS, JSON.stringify([{ text, href }, ...others].slice(0, KEPT_MAX)));
  } catch {
    // A browser that keeps nothing offers nothing again.
  }
}

/** Only paths of this service: what stands in storage may have been written by an older version, or by hand. */
function isPlace(kept: unknown): kept is RecentPlace {
  if (typeof kept !== 'object' || kept === null || !('text' in kept) || !('href' in kept)) return false;
  return typeof kept.text === 'string' && typeof kept.href === 'string' && /^\/(?!\/)/.test(kept.href);
}
