const YEAR_SECONDS = 31_536_000;

/** Keeps a choice for a year where the server's first paint needs it; `value` is written as it is. */
export function keepCookie(name: string, value: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
