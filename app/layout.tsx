import type { Metadata, Viewport } from 'next';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { THEME_SCRIPT } from '#lib/client/theme-script';
import './globals.css';

export const metadata: Metadata = {
  description: 'Currency rates that are exact and say where they come from.',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, viewportFit: 'cover' };

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  // Our own server writes it, whatever the request brought; behind Next alone there is no policy and no nonce.
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    // The script sets data-theme, and the service worker data-repeated, before React looks.
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <head>
        {/* Browsers hide a nonce from scripts, so React would find another one than it was given. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
