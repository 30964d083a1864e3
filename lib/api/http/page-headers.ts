import { createHash } from 'node:crypto';
import { transportHeaders } from './respond.ts';

/** What the headers of a page depend on. */
export interface PageSetting {
  /** The scripts and styles that stand in the page itself, each by its hash (see {@link hashSource}). */
  readonly inline: InlineHashes;
  readonly isEncrypted: boolean;
  /** Whether pages are being developed: reloading needs eval, inline scripts of every kind and a socket. */
  readonly isDevelopment: boolean;
}

/** Hash sources of a content security policy. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The source expression by which a policy lets exactly this inline text pass (CSP level 3, section 2.3.1). */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
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
 * The content security policy of a page. Of inline scripts only those of the page itself run, by their hashes, which, unlike a
 * nonce, let the same bytes go to many readers; others come from this origin, where nothing that a caller chose is served as a
 * script. Style attributes are allowed: React writes them for widths that are computed, and they cannot load anything.
 */
export function contentSecurityPolicy({
  inline,
  isDevelopment,
}: Pick<PageSetting, 'inline' | 'isDevelopment'>): string {
  const scripts = isDevelopment ? ["'unsafe-inline'", "'unsafe-eval'"] : inline.scripts;
  const styles = isDevelopment ? ["'unsafe-inline'"] : inline.styles;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
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
