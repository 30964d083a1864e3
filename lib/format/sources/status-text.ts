const TEXTS: Readonly<Record<number, string>> = {
  200: 'OK',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** The name of an HTTP status, which HTTP/2 no longer sends; empty for one that nobody here answers. */
export function statusText(status: number): string {
  return TEXTS[status] ?? '';
}
