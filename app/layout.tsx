import type { Metadata, Viewport } from 'next';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { ReactNode } from 'react';
import { THEME_SCRIPT } from '#lib/client/theme-script';
import './globals.css';

export const metadata: Metadata = {
  description: 'Currency rates that are exact and say where they come from.',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, viewportFit: 'cover' };

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    // The script sets data-theme, and the service worker data-repeated, before React looks.
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
