import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from '../e2e/helpers/people.ts'
import type { BenchServer } from './bench-server.ts'
import { untilFilled } from './browser-figures.ts'
import { type Figure, ms, timingOf } from './figures.ts'

const FRAMES = 300
const SLOWED = 4
const OPENINGS = 6
/** The assignee of the opened studies: no dialog appears about the assignment. */
const WRITER = DEMO_PEOPLE.find((person) => person.username === DEMO_SIGN_IN.senior)?.id

interface Scrolled {
  frames: number[]
  longTasks: number
}

/**
 * Measures what people notice of the lists (issue C "Figures"): scrolling a long page, opening the editor
 * from it, making a file.
 */
export async function listFigures(server: BenchServer): Promise<Figure[]> {
  const profile = mkdtempSync(join(tmpdir(), 'readroom-bench-lists-'))
  const context = await openBrowser(profile)
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.addInitScript(() => localStorage.setItem('readroom-page-size', '1000'))
    await signIn(page, server.url, DEMO_SIGN_IN.senior)
    await page.goto(`${server.url}/worklist1?range=Month`)
    await untilFilled(page)
    return [
      ...(await scrollFigures(context, page)),
      await editorFigure(context, page, server.url),
      ...(await csvFigures(context, page, server.url)),
    ]
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function scrollFigures(context: BrowserContext, page: Page): Promise<Figure[]> {
  await page.getByText(/Showing 1 - 1000 of/).waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  const { frames, longTasks } = await page.evaluate(scrollThrough, FRAMES)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const { median, p95 } = timingOf(frames)
  const perHundred = (longTasks / frames.length) * 100
  const name = `worklist of 1,000 rows scrolled, CPU slowed ${SLOWED} times`
  return [
    {
      name: `${name}: frame p95`,
      value: ms(p95),
      control: `median ${ms(median)}`,
      limit: 'under 50 ms',
      ok: p95 < 50,
    },
    {
      name: `${name}: longer tasks per 100 frames`,
      value: perHundred.toFixed(1),
      control: '',
      limit: 'at most 2',
      ok: perHundred <= 2,
    },
  ]
}

/** Runs in the page: scrolls three rows a frame, like a wheel that turns without a pause. */
async function scrollThrough(count: number): Promise<Scrolled> {
  const grid = document.querySelector('[role="grid"]')
  let longTasks = 0
  const watch = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length
  })
  watch.observe({ entryTypes: ['longtask'] })
  const frames: number[] = []
  const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done))
  let before = await nextFrame()
  while (frames.length < count) {
    grid?.scrollBy(0, 108)
    const now = await nextFrame()
    frames.push(now - before)
    before = now
  }
  watch.disconnect()
  return { frames, longTasks }
}

/** Measures from the click on a name in the list to the editor that accepts text, offline. */
async function editorFigure(context: BrowserContext, page: Page, url: string): Promise<Figure> {
  await context.setOffline(true)
  const times: number[] = []
  for (let i = 0; i < OPENINGS; i += 1) {
    await page.goto(
      `${url}/worklist1?range=Month&status=Pending&assigned_type=Assigned&assigned_doctor_id=${WRITER}`,
    )
    await page.getByRole('row').nth(1).waitFor()
    await page.waitForTimeout(1_500)
    times.push(await page.evaluate(openEditor))
  }
  await context.setOffline(false)
  // The first one also loads the editor's script.
  const { median, p95 } = timingOf(times.slice(1))
  return {
    name: 'the editor opened from the list, from the device: median',
    value: ms(median),
    control: `slowest ${ms(p95)}, first ${ms(times[0] ?? 0)}`,
    limit: 'under 300 ms',
    ok: median < 300,
  }
}

async function openEditor(): Promise<number> {
  const link = document.querySelector<HTMLElement>('[role="grid"] a[href^="/report/"]')
  const began = performance.now()
  link?.click()
  while (!document.querySelector('[contenteditable="true"]') && performance.now() - began < 10_000)
    await new Promise((next) => {
      setTimeout(next, 0)
    })
  return performance.now() - began
}

async function csvFigures(context: BrowserContext, page: Page, url: string): Promise<Figure[]> {
  await context.setOffline(true)
  await page.goto(`${url}/archives-small?range=Any`)
  await page.getByRole('row').nth(3).waitFor()
  // After all studies are in memory: the first file waits for that, the second one does not.
  await downloadCsv(page)
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(globalThis, { tasksOfExport: tasks })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  const began = performance.now()
  await downloadCsv(page)
  const took = performance.now() - began
  const said = await page
    .getByText(/studies of this device are in archives\.csv/)
    .first()
    .textContent()
  const tasks = await page.evaluate(
    () => (globalThis as unknown as { tasksOfExport: number[] }).tasksOfExport,
  )
  await context.setOffline(false)
  const longest = Math.max(0, ...tasks)
  const name = `CSV of ${/^[\d,]+/.exec(said ?? '')?.[0]} studies on the device`
  return [
    { name, value: ms(took), control: '', limit: 'under 2,000 ms', ok: took < 2_000 },
    {
      name: `${name}: longest task of the page`,
      value: ms(longest),
      control: '',
      limit: 'under 200 ms',
      ok: longest < 200,
    },
  ]
}

async function downloadCsv(page: Page): Promise<void> {
  await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
}
