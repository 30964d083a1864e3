import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { PAGE_END } from '#components/frame/page-frame';
import { ACCOUNT_SCRIPT } from '#lib/client/account/known-account';
import { THEME_SCRIPT } from '#lib/client/browser/theme-script';
import { currentLocale } from '#lib/format/numbers/current-locale';
import { FACES } from './faces.ts';
import { sourceNamesText } from '#lib/format/sources/source-names';
import './globals.css';

export const metadata: Metadata = {
  applicationName: 'Crossrate',
  description: 'Currency rates that are exact and say where they come from.',
  appleWebApp: { title: 'Crossrate', statusBarStyle: 'default' },
  formatDetection: { telephone: false },
};

/** The browser's own bar in the colour of the top bar below it. */
export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1417' },
  ],
};

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    // The script sets data-theme and whose account it is, and the service worker data-repeated, before React looks.
    <html
      lang="en"
      data-locale={currentLocale().id}
      data-sources={sourceNamesText()}
      className={FACES}
      suppressHydrationWarning
    >
      <head>
        {/* A browser that paints while it still reads would move what it has drawn as the rest of a row arrives. */}
        <link rel="expect" href={`#${PAGE_END}`} blocking="render" />
        <script
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: [THEME_SCRIPT, ACCOUNT_SCRIPT].join(';') }}
        />
      </head>
      <body>{children}</body>
    </html>
  );
}
