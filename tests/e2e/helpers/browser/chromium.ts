import { existsSync } from 'node:fs'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's program if it is installed, otherwise Playwright's. */
const startOf = (program: string, more: readonly string[] = []) => ({
  ...(existsSync(program) ? { executablePath: program } : {}),
  args: [...ARGS, ...more],
})

/**
 * How the walks start a browser: the headless build of Chromium, which needs a quarter less processor time.
 * Uses the file itself, not Debian's script around it: a killed script leaves its browser running.
 */
export const LAUNCH = startOf('/usr/lib/chromium/chromium-headless-shell', [
  // The browser ends a page that queries the languages of on-device recognition, because it has no such
  // service.
  '--disable-blink-features=OnDeviceWebSpeechAvailable',
])

/** How the benchmarks start a browser: the program that people use. */
export const LAUNCH_WHOLE = startOf('/usr/bin/chromium')
