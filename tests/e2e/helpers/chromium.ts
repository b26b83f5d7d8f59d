import { existsSync } from 'node:fs'

const DEBIAN = '/usr/bin/chromium'

/** How the tests start a browser: Debian's Chromium where it is installed, else the one that Playwright brought. */
export const LAUNCH = {
  ...(existsSync(DEBIAN) ? { executablePath: DEBIAN } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
