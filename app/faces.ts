import localFont from 'next/font/local';

/*
 * The faces of the pages, cut to the letters that they use. A face that is not there when the page is painted is taken at the
 * next page (`optional`): nothing moves when it comes. Until then the browser looks for a face of the machine by the same name,
 * which is the name of the constant: `sans` would be one of every Linux.
 */

const geist = localFont({
  src: '../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  // Until it is there, the face of the same widths in app/globals.css stands in for it.
  adjustFontFallback: false,
  variable: '--font-geist-sans',
});

/** For names such as Złoty, and for the signs of currencies. */
const geistFurther = localFont({
  src: '../node_modules/@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'unicode-range', value: 'U+0100-02BA, U+02BD-02FF, U+1E00-1EFF, U+20A0-20AB, U+20AD-20C0' },
  ],
  variable: '--font-geist-sans-further',
});

/** Codes and keys: few pages have one above the fold. */
const geistMono = localFont({
  src: '../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
  variable: '--font-geist-mono',
});

/** Sets the variables that `--font-sans` and `--font-mono` are made of. */
export const FACES = [geist, geistFurther, geistMono].map(({ variable }) => variable).join(' ');
