// npm run bench:fonts: the first paper in each script on a slow line. Not part of the tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { shelf } from '#server/features/paper-fonts/public/read-script-font.ts'
import { servePaperFonts } from '#server/features/paper-fonts/serve-paper-fonts.ts'
import { serveHttp } from '#server/kernel/http/serve-http.ts'
import { LAUNCH_WHOLE } from '#tests/e2e/helpers/browser/chromium.ts'
import { SCRIPT_TEXTS } from '#tests/helpers/paper/scripts-of-names.ts'
import { readCommandLine } from '../../../scripts/lib/command-line.mjs'
import { type Figure, ms, tableOf, timingOf } from '../figures.ts'
import { startFaultProxy } from '../sync/fault-proxy.ts'
import { machineLine, writeSection } from '../write-section.ts'
import type { FirstPaper } from './pages/first-paper.ts'

const { values } = readCommandLine({
  usage: `npm run bench:fonts [-- --write]

Makes the first report in each script, in the worker of a browser that has no font of it, on a line of 2 Mbit/s with a
round trip of 100 ms. It takes some two minutes. For engineers.

  --write              puts the figures into docs/benchmarks.md`,
  options: { write: { type: 'boolean', default: false } },
})

const LINE = { bitsPerSecond: 2_000_000, roundTripMs: 100 }
const LIMIT_MS = 2_000
const RUNS = 3
/** A long dictated report, in a script with thousands of letters. */
const CHINESE_REPORT =
  '肝脏大小正常，形态规则，实质回声均匀，未见局灶性病变。胆囊壁光滑，腔内未见结石。胰腺及脾脏形态大小正常。双肾未见积水及结石，膀胱充盈良好。腹腔内未见明显积液。建议六个月后复查，必要时行增强扫描。'
const JAPANESE_REPORT =
  '肝臓は正常な大きさで、限局性病変を認めない。胆嚢壁の肥厚や結石はない。膵臓および脾臓に異常を認めない。両側腎臓に水腎症なし。腹水なし。六か月後の経過観察を推奨する。'

interface Asked {
  script: string
  name: string
  finding: string
  locale: string
  isAhead?: boolean
}

const papers: Asked[] = [
  ...Object.entries(SCRIPT_TEXTS)
    .filter(([, { name }]) => shelf.filesFor(name, 'sc').length > 0)
    .map(([script, text]) => ({ script, ...text, locale: 'en-IN' })),
  { script: 'Chinese, a report of 80 letters', name: '王小明', finding: CHINESE_REPORT, locale: 'zh-CN' },
  {
    script: 'Japanese, a report of 60 letters',
    name: '佐藤 ゆうこ',
    finding: JAPANESE_REPORT,
    locale: 'ja-JP',
  },
  {
    script: 'Japanese, while the fonts of the country come to a new device',
    name: '佐藤 ゆうこ',
    finding: JAPANESE_REPORT,
    locale: 'ja-JP',
    isAhead: true,
  },
  {
    script: 'Ethiopic, while its font comes to the device',
    ...SCRIPT_TEXTS.Ethiopic,
    locale: 'en-IN',
    isAhead: true,
  },
]

async function buildPage(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'readroom-bench-fonts-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'pages'),
    base: '/bench/',
    publicDir: false,
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: {
        input: { 'first-paper': join(import.meta.dirname, 'pages/first-paper.ts') },
        output: { entryFileNames: '[name].js' },
        preserveEntrySignatures: false,
      },
    },
  })
  return outDir
}

/** Measures one paper in a browser context without stored data of the others. */
async function timeOf(browser: Browser, url: string, asked: Asked): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`${url}/bench/first-paper/`)
    await page.waitForFunction(() => 'firstPaper' in globalThis)
    return await page.evaluate(
      ({ name, finding, locale, isAhead = false }) =>
        (globalThis as typeof globalThis & { firstPaper: FirstPaper }).firstPaper(
          name,
          finding,
          locale,
          isAhead,
        ),
      asked,
    )
  } finally {
    await context.close()
  }
}

const LATIN: Asked = {
  script: 'Latin',
  name: 'Anjali Menon',
  finding: 'The liver is normal.',
  locale: 'en-IN',
}

/** Measures the paper and a Latin one in turn, so that a busy machine affects both alike; both are medians. */
async function figureOf(browser: Browser, url: string, asked: Asked): Promise<Figure> {
  const times: number[] = []
  const latin: number[] = []
  for (let run = 0; run < RUNS; run++) {
    latin.push(await timeOf(browser, url, LATIN))
    times.push(await timeOf(browser, url, asked))
  }
  const [{ median: time }, { median: control }] = [timingOf(times), timingOf(latin)]
  console.log(asked.script, ms(time), `Latin ${ms(control)}`)
  return {
    name: `first PDF in a new script: ${asked.script}`,
    value: ms(time),
    control: `Latin, without any: ${ms(control)}`,
    limit: 'within 2,000 ms',
    ok: time <= LIMIT_MS,
  }
}

async function measure(): Promise<Figure[]> {
  const pages = await buildPage()
  const app = serveHttp({ config: { trustProxy: false } })
  servePaperFonts(app)
  const target = await app.listen({ port: 0, host: '127.0.0.1' })
  const proxy = await startFaultProxy({ target, pages, isWrite: () => false })
  const browser = await chromium.launch(LAUNCH_WHOLE)
  try {
    proxy.set(LINE)
    await timeOf(browser, proxy.url, LATIN)
    const figures: Figure[] = []
    for (const asked of papers) figures.push(await figureOf(browser, proxy.url, asked))
    return figures
  } finally {
    await browser.close()
    await proxy.close()
    await app.close()
    rmSync(pages, { recursive: true, force: true })
  }
}

const figures = await measure()
console.log(tableOf(figures))
if (values.write)
  writeSection(
    'The first paper in a new script',
    `Written by \`npm run bench:fonts -- --write\` (${machineLine()}). The line has 2 Mbit/s and a round trip of 100 ms; the program is on the device,
no font of the script is, and the worker begins with the paper. Medians of ${RUNS} runs.

${tableOf(figures)}`,
  )
process.exit(figures.every((one) => one.ok) ? 0 : 1)
