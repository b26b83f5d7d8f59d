import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { LAUNCH_WHOLE } from '../e2e/helpers/browser/chromium.ts'
import { type Figure, medianOfFive, ms } from './figures.ts'
import type { PaperBench } from './paper/page.ts'

const REPORTS = 50

type BenchWindow = typeof globalThis & { paperBench: PaperBench }

/**
 * Measures the requirements for the report's paper: one of three pages, and fifty merged, made in the worker
 * of a real browser.
 */
export async function paperFigures(): Promise<Figure[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'readroom-paper-bench-'))
  const common = { configFile: false, root: join(import.meta.dirname, 'paper'), logLevel: 'error' } as const
  await build({ ...common, worker: { format: 'es' }, build: { outDir, target: 'esnext', emptyOutDir: true } })
  const server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  const browser = await chromium.launch(LAUNCH_WHOLE)
  try {
    const page = await browser.newPage()
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.waitForFunction(() => 'paperBench' in globalThis)
    return await measure(page)
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}

async function measure(page: Page): Promise<Figure[]> {
  // The first run loads fonts and the shaping engine, as a warm-up.
  const one = await medianOfFive(
    async () => (await page.evaluate(() => (globalThis as BenchWindow).paperBench.oneReport())).ms,
  )
  const many = await page.evaluate(
    (count) => (globalThis as BenchWindow).paperBench.manyReports(count),
    REPORTS,
  )
  return [
    {
      name: 'PDF of a 3-page report with letterhead, in the worker',
      value: ms(one),
      control: '',
      limit: 'under 1,000 ms',
      ok: one < 1_000,
    },
    {
      name: `${REPORTS} such reports made and merged into one file`,
      value: ms(many.ms),
      control: `${(many.bytes / 1_048_576).toFixed(1)} MB; the page stood still for at most ${ms(many.standstill)}`,
      limit: 'under 10,000 ms',
      ok: many.ms < 10_000,
    },
  ]
}
