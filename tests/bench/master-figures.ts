import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from 'kysely'
import writeXlsxFile from 'write-excel-file/node'
import { TILE_TITLES, type TileKey } from '#domain/access/tiles.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from '../e2e/helpers/people.ts'
import type { BenchServer } from './bench-server.ts'
import { type Figure, ms, timingOf } from './figures.ts'

/** Lists of masters that a centre's administrator opens. */
const LISTS: readonly TileKey[] = [
  'roles',
  'users',
  'radiologyDoctors',
  'referralDoctors',
  'radiologyServices',
  'clinicalServices',
  'studyTags',
  'discountHeads',
  'paymentTypes',
  'branches',
  'packages',
]
/** By then the hub has prefetched its scripts. */
const AHEAD_MS = 3_000
const IMPORTED = 20_000
const MARK = 'Bench import'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Measures what an administrator notices of the settings (issue D "Figures"). */
export async function masterFigures(server: BenchServer): Promise<Figure[]> {
  const profile = mkdtempSync(join(tmpdir(), 'readroom-bench-masters-'))
  const context = await openBrowser(profile)
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await signIn(page, server.url, DEMO_SIGN_IN.admin)
    await forgetImported(server)
    return [await openingFigure(context, page, server.url), ...(await importFigures(page, server.url))]
  } finally {
    await context.close()
    await forgetImported(server)
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Measures in a freshly loaded page each time, so that no code has run before. */
async function openingFigure(context: BrowserContext, page: Page, url: string): Promise<Figure> {
  await page.goto(`${url}/master`)
  await page.waitForTimeout(AHEAD_MS)
  await context.setOffline(true)
  const times: number[] = []
  for (const key of LISTS) {
    await page.goto(`${url}/master`)
    await page.getByRole('link', { name: TILE_TITLES[key], exact: true }).waitFor()
    await page.waitForTimeout(AHEAD_MS)
    times.push(await page.evaluate(openTile, TILE_TITLES[key]))
  }
  await context.setOffline(false)
  const { median, p95: slowest } = timingOf(times)
  return {
    name: `a list of masters opened offline, first in a fresh page, each of ${LISTS.length}: slowest`,
    value: ms(slowest),
    control: `median ${ms(median)}`,
    limit: 'under 200 ms',
    ok: slowest < 200,
  }
}

/** Runs in the page: measures from the click on a tile to the frame with the list's rows. */
async function openTile(title: string): Promise<number> {
  const tiles = [...document.querySelectorAll<HTMLElement>('main a')]
  const tile = tiles.find((one) => one.textContent === title || one.getAttribute('aria-label') === title)
  if (!tile) throw new Error(`no tile ${title}`)
  const began = performance.now()
  tile.click()
  const stands = () => {
    const drawer = document.querySelector('[role="dialog"]')
    return drawer !== null && drawer.querySelectorAll('[role="row"], tr, [role="treeitem"]').length > 1
  }
  while (!stands() && performance.now() - began < 10_000)
    await new Promise((next) => {
      setTimeout(next, 0)
    })
  if (!stands()) throw new Error(`${title} shows no rows`)
  await new Promise((next) => requestAnimationFrame(next))
  return performance.now() - began
}

async function importFigures(page: Page, url: string): Promise<Figure[]> {
  const rows = Array.from({ length: IMPORTED }, (_, n) => [`${MARK} ${n}`, 500 + (n % 900), 60])
  const buffer = await writeXlsxFile([['Service Name', 'Charges', 'TAT (minutes)'], ...rows]).toBuffer()
  await page.goto(`${url}/master/radiology-services`)
  await page.getByRole('navigation', { name: 'Departments' }).getByText('CT', { exact: true }).click()
  await page.getByRole('button', { name: 'Import Excel' }).click()
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(globalThis, { tasksOfImport: tasks })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  const began = performance.now()
  await page.locator('input[type=file]').setInputFiles({ name: 'services.xlsx', mimeType: XLSX, buffer })
  const upload = page.getByRole('button', { name: /^Upload [\d,]+ rows$/ })
  await upload.waitFor({ timeout: 60_000 })
  const read = performance.now() - began
  await upload.click()
  const sure = performance.now()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText(/^20,?000 added\.$/).waitFor({ timeout: 120_000 })
  const took = read + performance.now() - sure
  const tasks = await page.evaluate(
    () => (globalThis as unknown as { tasksOfImport: number[] }).tasksOfImport,
  )
  const longest = Math.max(0, ...tasks)
  const name = `import of ${IMPORTED.toLocaleString('en')} services`
  return [
    {
      name: `${name}, read and uploaded`,
      value: ms(took),
      control: `read after ${ms(read)}`,
      limit: 'under 10,000 ms',
      ok: took < 10_000,
    },
    {
      name: `${name}: longest task of the page`,
      value: ms(longest),
      control: `${tasks.length} over 50 ms`,
      limit: 'under 200 ms',
      ok: longest < 200,
    },
  ]
}

const forgetImported = ({ database }: BenchServer) =>
  database.tenant(SANJEEVANI.id, (tx) => sql`delete from service where name like ${`${MARK}%`}`.execute(tx))
