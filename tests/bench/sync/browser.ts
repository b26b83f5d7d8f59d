import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { LAUNCH_WHOLE } from '#tests/e2e/helpers/browser/chromium.ts'

const STARTS_WITHIN_MS = 20_000

/** A browser process with its profile on disk that can be killed like in a power cut. */
export interface KillableBrowser {
  /** The profile's own context: its databases are files. */
  context: BrowserContext
  version: string
  /** Kills with SIGKILL, without a shutdown. */
  kill: () => Promise<void>
  close: () => Promise<void>
}

/** Makes a folder for a profile; returns it with the function that removes it. */
export function makeProfile(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'readroom-scoreboard-'))
  // The killed browser may still be writing its last files.
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) }
}

/** Starts Chromium on a profile. */
export async function startBrowser(profile: string): Promise<KillableBrowser> {
  const program = 'executablePath' in LAUNCH_WHOLE ? LAUNCH_WHOLE.executablePath : chromium.executablePath()
  const child = spawn(
    program ?? chromium.executablePath(),
    [...LAUNCH_WHOLE.args, ...HEADLESS, `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'exit')
  const leave = () => child.kill('SIGKILL')
  process.once('exit', leave)
  void ended.then(() => process.off('exit', leave))
  try {
    const browser = await chromium.connectOverCDP(await addressOf(child))
    const context = browser.contexts()[0]
    if (!context) throw new Error('The browser has no profile')
    return { context, version: browser.version(), ...endings(child, browser, ended) }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

const HEADLESS = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-default-browser-check',
  // Browsers slow down the timers of a hidden page; this page must behave as a visible one.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
]

function endings(child: ChildProcess, browser: Browser, ended: Promise<unknown>) {
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
    await browser.close().catch(() => undefined)
  }
  const close = async () => {
    child.kill('SIGTERM')
    const isEnded = await Promise.race([ended.then(() => true), after(5_000)])
    if (!isEnded) await kill()
    await browser.close().catch(() => undefined)
  }
  return { kill, close }
}

const after = (ms: number) =>
  new Promise<false>((resolve) => {
    setTimeout(resolve, ms, false).unref()
  })

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  let said = ''
  const listening = new Promise<string>((resolve) => {
    stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (address) resolve(address)
    })
  })
  const address = await Promise.race([listening, after(STARTS_WITHIN_MS)])
  if (!address) throw new Error(`Chromium did not start: ${said.slice(-500)}`)
  return address
}
