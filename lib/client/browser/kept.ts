/** A text that this browser keeps for its next visits. */
export interface Kept {
  /** Null where there is none, and where the browser keeps nothing. */
  readonly read: () => string | null;
  /** Null forgets it. Private windows and full disks refuse, and then it stays as it was. */
  readonly keep: (text: string | null) => void;
  /** Tells of changes in this window at once, and of those in others: of a cookie when this one is looked at again. */
  readonly subscribe: (onChange: () => void) => () => void;
}

const YEAR_SECONDS = 31_536_000;

/** What is kept under a name; in a cookie of pages below `path` where the server's first paint needs it, written as it is. */
export function kept(name: string, place: 'storage' | 'cookie', path = '/'): Kept {
  const listeners = new Set<() => void>();
  const elsewhere = place === 'storage' ? 'storage' : 'focus';
  const { read, keep } = place === 'storage' ? inStorage(name) : inCookie(name, path);
  return {
    read,
    keep: (text) => {
      keep(text);
      for (const onChange of listeners) onChange();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      window.addEventListener(elsewhere, onChange);
      return () => {
        listeners.delete(onChange);
        window.removeEventListener(elsewhere, onChange);
      };
    },
  };
}

function inStorage(name: string): Omit<Kept, 'subscribe'> {
  return {
    read: () => {
      try {
        return window.localStorage.getItem(name);
      } catch {
        return null;
      }
    },
    keep: (text) => {
      try {
        if (text === null) window.localStorage.removeItem(name);
        else window.localStorage.setItem(name, text);
      } catch {
        // Nothing is kept.
      }
    },
  };
}

function inCookie(name: string, path: string): Omit<Kept, 'subscribe'> {
  const start = `${name}=`;
  const find = () => {
    const found = document.cookie.split('; ').find((part) => part.startsWith(start));
    return found === undefined ? null : found.slice(start.length);
  };
  // A page that was led to below `path` without being loaded cannot read the cookie that it writes.
  let unread: string | null = null;
  return {
    read: () => find() ?? unread,
    keep: (text) => {
      const secure = window.location.protocol === 'https:' ? '; Secure' : '';
      const seconds = text === null ? 0 : YEAR_SECONDS;
      document.cookie = `${start}${text ?? ''}; Path=${path}; Max-Age=${seconds}; SameSite=Lax${secure}`;
      unread = find() === text ? null : text;
    },
  };
}
