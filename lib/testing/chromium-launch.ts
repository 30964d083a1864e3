/** The browser that `npm test` found or brought; without it Playwright takes its own download. */
const chromiumPath = process.env['CHROMIUM_PATH'];

/** How tests start a browser that talks to the service under test and to nobody else, also as root in a container without a display. */
export const CHROMIUM_LAUNCH = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
};
