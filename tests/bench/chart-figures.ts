import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { LAUNCH_WHOLE } from '../e2e/helpers/browser/chromium.ts'
import type { ChartBench, MeasuredForm } from './charts/page.tsx'
import { type Figure, ms, timingOf } from './figures.ts'

type BenchWindow = typeof globalThis & { chartBench: ChartBench }

const ROOT = join(import.meta.dirname, 'charts')
const RUNS = 30
/** The required case is a year of days; the others show how the time grows. */
const ASKED = { count: 365, limit: 50 }

/** Opens the page of the charts in a real browser, built like the product. */
async function withChartPage<Result>(use: (page: Page) => Promise<Result>): Promise<Result> {
  const outDir = mkdtempSync(join(tmpdir(), 'readroom-chart-bench-'))
  const common = { configFile: false, root: ROOT, logLevel: 'error' } as const
  await build({ ...common, plugins: [react()], build: { outDir, target: 'esnext', emptyOutDir: true } })
  const server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  const browser = await chromium.launch(LAUNCH_WHOLE)
  try {
    const page = await browser.newPage()
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.waitForFunction(() => 'chartBench' in globalThis)
    return await use(page)
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** Measures a chart from its first render to its layout, in Chromium. */
export function chartFigures(): Promise<Figure[]> {
  return withChartPage(async (page) => {
    const figures: Figure[] = []
    for (const form of ['bars', 'line'] as const)
      for (const count of [12, ASKED.count, 100_000]) figures.push(await measure(page, form, count))
    return figures
  })
}

async function measure(page: Page, form: MeasuredForm, count: number): Promise<Figure> {
  const samples = await page.evaluate(
    ([shape, values, runs]) => {
      const { timeToDraw } = (globalThis as BenchWindow).chartBench
      // The first runs include compilation.
      for (let run = 0; run < 5; run++) timeToDraw(shape, values)
      return Array.from({ length: runs }, () => timeToDraw(shape, values))
    },
    [form, count, RUNS] as const,
  )
  const { median, p95 } = timingOf(samples)
  const isAsked = count === ASKED.count
  return {
    name: `Chart of ${count.toLocaleString('en-US')} values (${form}) drawn, p95`,
    value: ms(p95),
    control: `median ${ms(median)}`,
    limit: isAsked ? `under ${ASKED.limit} ms` : '',
    ok: !isAsked || p95 < ASKED.limit,
  }
}
