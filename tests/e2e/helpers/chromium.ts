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

/** Debian's program where it is installed, else the one that Playwright brought. */
const startOf = (program: string, more: readonly string[] = []) => ({
  ...(existsSync(program) ? { executablePath: program } : {}),
  args: [...ARGS, ...more],
})

/**
 * How the walks start a browser: the build of Chromium that has no windows, which needs a quarter less of the processor.
 * The file itself, not Debian's script around it: a script that is killed leaves its browser behind.
 */
export const LAUNCH = startOf('/usr/lib/chromium/chromium-headless-shell', [
  // It ends a page that asks which languages can be recognised on the device: it has no such service.
  '--disable-blink-features=OnDeviceWebSpeechAvailable',
])

/** How the benchmarks start a browser: the program that people have. */
export const LAUNCH_WHOLE = startOf('/usr/bin/chromium')
