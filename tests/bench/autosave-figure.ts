import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { type Figure, ms, timingOf } from './figures.ts'

const SAVES = 30
/** Characters of the report whose save is measured. */
const REPORT_LENGTH = 20_000
const SENTENCE = 'The lungs are clear and the heart is of normal size, as are the hila and the mediastinum. '

/**
 * Measures how long the page is blocked at a time while a report of 20 kB is stored and queued: the longest
 * task of the page's main thread, in its own processor time, from just after a typed letter to the save in
 * the queue. Does not use the clock: on a machine where browser, server and bench share two cores the page
 * waits longer than that while idle, as the control shows. `page` must show an open report that can be
 * written.
 */
export async function autosaveFigure(context: BrowserContext, page: Page): Promise<Figure> {
  await context.setOffline(true)
  const editor = page.getByRole('textbox', { name: 'Description' })
  await editor.click()
  await pasteParagraphs(page)
  await page.keyboard.press('Control+End')
  const devtools = await context.newCDPSession(page)
  const [quiet, saving]: [Task[], Task[]] = [[], []]
  for (let i = 0; i < SAVES; i++) {
    quiet.push(await longestTask(devtools, async () => page.waitForTimeout(700)))
    await page.keyboard.type('x')
    // Waits until the letter is drawn; the keystrokes have a separate figure.
    await page.waitForTimeout(100)
    saving.push(
      await longestTask(devtools, async () => {
        // The pause in typing, then the save as the autosave makes it: the page becomes hidden.
        await page.waitForTimeout(500)
        await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
        await page.waitForTimeout(400)
      }),
    )
  }
  await context.setOffline(false)
  const { p95, median } = timingOf(saving.map(({ worked }) => worked))
  const rest = timingOf(quiet.map(({ worked }) => worked)).p95
  const clock = timingOf(saving.map(({ lasted }) => lasted)).p95
  return {
    name: `autosave of a ${REPORT_LENGTH / 1000} kB report: the page is held up at a time, p95`,
    value: ms(p95),
    control: `median ${ms(median)}; by the clock ${ms(clock)}; the same page at rest ${ms(rest)}`,
    limit: 'under 10 ms',
    ok: p95 < 10,
  }
}

async function pasteParagraphs(page: Page): Promise<void> {
  const count = Math.ceil(REPORT_LENGTH / (SENTENCE.length + '<p></p>'.length))
  await page.evaluate(
    ([sentence, times]) => {
      const data = new DataTransfer()
      data.setData('text/html', `<p>${sentence}</p>`.repeat(times))
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    [SENTENCE, count] as const,
  )
  await page.getByText('Writing …').waitFor({ state: 'detached' })
}

/** One task of the main thread, in milliseconds: its processor time, and the time from its start to its end. */
interface Task {
  worked: number
  lasted: number
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  ph: string
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** Returns the longest task of the page's main thread while `during` runs. */
async function longestTask(devtools: CDPSession, during: () => Promise<void>): Promise<Task> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]))
  devtools.on('Tracing.dataCollected', collect)
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  })
  await during()
  const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done))
  await devtools.send('Tracing.end')
  await complete
  devtools.off('Tracing.dataCollected', collect)
  const mains = new Set(
    events.filter((one) => one.args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid}/${tid}`))
  if (tasks.every(({ tdur }) => tdur === undefined)) throw new Error('the trace has no task of the page')
  return {
    worked: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    lasted: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
  }
}
