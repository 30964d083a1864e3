/** The cookies of the account area. */
export interface CookieNames {
  readonly session: string;
  /** Between the password and the code. */
  readonly secondFactor: string;
  /** In a browser in which an account was signed in before. */
  readonly known: string;
  /** In a browser that was told to wait before it tries to sign in. */
  readonly waiting: string;
}

const PLAIN: CookieNames = {
  session: 'crossrate_session',
  secondFactor: 'crossrate_second_factor',
  known: 'crossrate_known',
  waiting: 'crossrate_waiting',
};

const ENCRYPTED: CookieNames = {
  session: `__Host-${PLAIN.session}`,
  secondFactor: `__Host-${PLAIN.secondFactor}`,
  known: `__Host-${PLAIN.known}`,
  waiting: `__Host-${PLAIN.waiting}`,
};

/**
 * The cookies' names. Over TLS they begin with `__Host-`, by which browsers promise that no neighbour has set them; over plain
 * HTTP on loopback they cannot be Secure, because Safari would not keep them.
 */
export function cookieNames(isEncrypted: boolean): CookieNames {
  return isEncrypted ? ENCRYPTED : PLAIN;
}

/** The value of a cookie in a Cookie header; null when it is not there. */
export function cookieIn(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const separator = part.indexOf('=');
    if (separator !== -1 && part.slice(0, separator).trim() === name) return part.slice(separator + 1).trim();
  }
  return null;
}

/** A Cookie header without one of its cookies; null when none is left. */
export function withoutCookie(header: string | null, name: string): string | null {
  const parts = (header ?? '').split(';').map((part) => part.trim());
  return parts.filter((part) => part !== '' && !part.startsWith(`${name}=`)).join('; ') || null;
}

/** A Set-Cookie line for a cookie that scripts cannot read and other sites' pages do not send. */
export function setCookieLine(cookie: {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
  readonly isEncrypted: boolean;
}): string {
  const secure = cookie.isEncrypted ? '; Secure' : '';
  return `${cookie.name}=${cookie.value}; Max-Age=${cookie.maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** The Set-Cookie lines of our own cookies; the library also clears some that it never sets. */
export function ownCookieLines(lines: readonly string[], names: CookieNames): readonly string[] {
  const own: readonly string[] = Object.values(names);
  return lines.filter((line) => own.includes(line.slice(0, line.indexOf('='))));
}
