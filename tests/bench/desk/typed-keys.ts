import type { Locator, Page } from '@playwright/test'

/** The shortest time that the browser reports; an unreported key counts as this long. */
const TOLD_FROM_MS = 16
const BETWEEN_MS = 60

interface KeysWindow {
  deskKeys: number[]
}

/** Watches each key from its press to its frame, as the browser reports it (Event Timing, in steps of 8 ms). */
export async function watchKeys(page: Page): Promise<void> {
  await page.evaluate((durationThreshold) => {
    const deskKeys: number[] = []
    Object.assign(globalThis, { deskKeys })
    new PerformanceObserver((seen) => {
      for (const entry of seen.getEntries()) if (entry.name === 'keydown') deskKeys.push(entry.duration)
    }).observe({ type: 'event', durationThreshold, buffered: false } as PerformanceObserverInit)
  }, TOLD_FROM_MS)
}

/** Types into a field of a watched page as a person does; returns the time of each key. */
export async function keysInto(page: Page, field: Locator, text: string): Promise<number[]> {
  await field.click()
  await page.evaluate(() => {
    ;(globalThis as unknown as KeysWindow).deskKeys.length = 0
  })
  await page.keyboard.type(text, { delay: BETWEEN_MS })
  await page.waitForTimeout(400)
  const told = await page.evaluate(() => [...(globalThis as unknown as KeysWindow).deskKeys])
  return [...told, ...Array.from({ length: Math.max(0, text.length - told.length) }, () => TOLD_FROM_MS)]
}
