import type { BrowserContext, Page } from '@playwright/test'
import { type Figure, ms, timingOf } from './figures.ts'

const SAVES = 30
/** Characters of the report whose save is measured. */
const REPORT_LENGTH = 20_000
const SENTENCE = 'The lungs are clear and the heart is of normal size, as are the hila and the mediastinum. '

/**
 * How long the page is held up at a time while a report of 20 kB is kept and put into the queue: the longest gap between
 * two ticks of the page, from just behind a typed letter to the save that stands in the queue. The control are the same ticks while
 * nothing happens. `page` stands in an open report that can be written.
 */
export async function autosaveFigure(context: BrowserContext, page: Page): Promise<Figure> {
  await context.setOffline(true)
  const editor = page.getByRole('textbox', { name: 'Description' })
  await editor.click()
  await pasteParagraphs(page)
  await page.keyboard.press('Control+End')
  const [quiet, saving]: [number[], number[]] = [[], []]
  for (let i = 0; i < SAVES; i++) {
    quiet.push(await longestGap(page, async () => page.waitForTimeout(700)))
    await page.keyboard.type('x')
    // The letter itself is drawn; its own figure is that of the keystrokes.
    await page.waitForTimeout(100)
    saving.push(
      await longestGap(page, async () => {
        // The pause in typing, then the save as the autosave makes it: the page goes out of view.
        await page.waitForTimeout(500)
        await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
        await page.waitForTimeout(400)
      }),
    )
  }
  await context.setOffline(false)
  const { p95, median } = timingOf(saving)
  return {
    name: `autosave of a ${REPORT_LENGTH / 1000} kB report: the page is held up at a time, p95`,
    value: ms(p95),
    control: `median ${ms(median)}; the same page at rest ${ms(timingOf(quiet).p95)}`,
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

/** The longest time between two ticks of the page while `during` runs. */
async function longestGap(page: Page, during: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const watch = { longest: 0, isOver: false, last: performance.now() }
    Object.assign(globalThis, { gapWatch: watch })
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const now = performance.now()
      watch.longest = Math.max(watch.longest, now - watch.last)
      watch.last = now
      if (!watch.isOver) port2.postMessage(0)
    }
    port2.postMessage(0)
  })
  await during()
  return page.evaluate(() => {
    const watch = (globalThis as unknown as { gapWatch: { longest: number; isOver: boolean } }).gapWatch
    watch.isOver = true
    return watch.longest
  })
}
