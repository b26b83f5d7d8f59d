import type { Page } from '@playwright/test'
import { type Figure, ms, timingOf } from '../figures.ts'
import type { WeekRecords } from './desk-week.ts'

const CLICKS = 20

interface ClickWindow {
  clickedAt: number
}
interface HallWindow {
  changedAt: number
}

/**
 * Measures from a technician's click to the change on the public display of the hall, in two browsers of one
 * machine and so by one clock: through the device's queue, the server, its poke and the display's request.
 */
export async function queueFigure(desk: Page, hall: Page, url: string, place: WeekRecords): Promise<Figure> {
  await hall.goto(`${url}/que/${place.display}`)
  await hall
    .getByRole('region', { name: 'Next Patient' })
    .getByText(place.waiting, { exact: true })
    .first()
    .waitFor()
  await hall.evaluate(watchCard, place.waiting)
  await desk.goto(`${url}/scan-worklist`)
  await desk.getByRole('tab', { name: /^CT/ }).click()
  const entry = desk.getByRole('listitem').filter({ hasText: place.accession }).first()
  const bring = entry.getByRole('button', { name: /^Bring .* next$/ })
  await bring.waitFor()
  await desk.evaluate(() => {
    document.addEventListener('click', () => Object.assign(globalThis, { clickedAt: Date.now() }), true)
  })
  const times: number[] = []
  for (let click = -2; click < CLICKS; click++) {
    await hall.evaluate(() => Object.assign(globalThis, { changedAt: 0 }))
    await bring.click()
    await hall.waitForFunction(() => (globalThis as unknown as HallWindow).changedAt > 0, undefined, {
      timeout: 10_000,
    })
    const changedAt = await hall.evaluate(() => (globalThis as unknown as HallWindow).changedAt)
    const clickedAt = await desk.evaluate(() => (globalThis as unknown as ClickWindow).clickedAt)
    if (click >= 0) times.push(changedAt - clickedAt)
    // Out of step with the display's own request every five seconds.
    await desk.waitForTimeout(700 + ((click * 137) % 400))
  }
  const { p95, median } = timingOf(times)
  return {
    name: 'the public queue display, from the technician’s click to its picture: p95',
    value: ms(p95),
    control: `median ${ms(median)}`,
    limit: 'at most 1,000 ms',
    ok: p95 <= 1_000,
  }
}

// Runs in the page: records when the card with this number gains or loses its mark.
function watchCard(token: string): void {
  const isMarked = () =>
    [...document.querySelectorAll('li')].some(
      (card) => card.textContent.startsWith(token) && card.hasAttribute('data-bring'),
    )
  let before = isMarked()
  new MutationObserver(() => {
    const now = isMarked()
    if (now === before) return
    before = now
    requestAnimationFrame(() => Object.assign(globalThis, { changedAt: Date.now() }))
  }).observe(document.body, { childList: true, subtree: true, attributes: true })
}
