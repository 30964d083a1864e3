import type { MetadataRoute } from 'next';
import { NAVIGATION } from '#lib/format/navigation';

/** How the service is installed as an application of its own. */
export default function manifest(): MetadataRoute.Manifest {
  const icons = [{ src: '/icons/192.png', sizes: '192x192', type: 'image/png' }];
  return {
    id: '/',
    name: 'Crossrate',
    short_name: 'Crossrate',
    description: 'Currency rates that are exact and say where they come from.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    categories: ['finance', 'utilities'],
    background_color: '#f9fafb',
    theme_color: '#ffffff',
    icons: [
      ...icons,
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: NAVIGATION.flatMap(({ href, name }) => (href === '/docs' ? [] : [{ name, url: href, icons }])),
  };
}
