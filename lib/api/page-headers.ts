import { transportHeaders } from './respond.ts';

/** What the headers of a page depend on. */
export interface PageSetting {
  /** Fresh for every response, so that an injected script cannot know it. */
  readonly nonce: string;
  readonly isEncrypted: boolean;
  /** Whether pages are being developed: reloading needs eval and a socket. */
  readonly isDevelopment: boolean;
}

/** Features that no page of ours uses, so that no script that got in could. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * The content security policy of a page. Inline scripts run by nonce only, others from this origin, where nothing that a
 * caller chose is served as a script; not strict-dynamic, by which a script may add inline ones. Style attributes are allowed:
 * React writes them for widths that are computed, and they cannot load anything.
 */
export function contentSecurityPolicy({
  nonce,
  isDevelopment,
}: Pick<PageSetting, 'nonce' | 'isDevelopment'>): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers of a page. */
export function pageHeaders(setting: PageSetting): Readonly<Record<string, string>> {
  return {
    ...fileHeaders(setting.isEncrypted),
    'Content-Security-Policy': contentSecurityPolicy(setting),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS_POLICY,
  };
}

/** The headers of a file that belongs to pages: scripts, styles, fonts. */
export function fileHeaders(isEncrypted: boolean): Readonly<Record<string, string>> {
  return {
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    ...transportHeaders(isEncrypted),
  };
}
