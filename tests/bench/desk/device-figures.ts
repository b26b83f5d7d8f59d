import type { BrowserContext, Page } from '@playwright/test'
import { type Figure, ms, timingOf } from '../figures.ts'
import { ON_DEVICE } from './desk-data.ts'
import { APPOINTMENTS, type WeekRecords } from './desk-week.ts'

const WEEKS = 12
/** The typed texts, a letter at a time: correct, in either order, and misspelt. */
const TYPED = ['Ramesh Patil', 'deshmukh sunita', 'Krishnamurhty', 'Suxita Sharna', 'Kulkarmi', '90000079']

/** Measures the search of patients on the device alone, from the letter to the changed list; the network is off. */
export async function deviceSearchFigure(context: BrowserContext, page: Page): Promise<Figure> {
  await page.getByRole('button', { name: 'Quick Book' }).click()
  const search = page.getByRole('combobox', { name: 'Name, phone, patient ID or national ID' })
  await search.waitFor()
  await context.setOffline(true)
  await page.evaluate(watchList)
  const first = await typeAll(page, 'a')
  const times: number[] = []
  for (const text of TYPED) {
    await search.fill('')
    await page.waitForTimeout(300)
    times.push(...(await typeAll(page, text)))
  }
  await context.setOffline(false)
  const { p95, median } = timingOf(times)
  return {
    name: `a patient among ${ON_DEVICE.toLocaleString('en')} on the device, from the letter to the list: p95`,
    value: ms(p95),
    control: `median ${ms(median)} of ${times.length} lists; the first one ${first[0] === undefined ? 'not seen' : ms(first[0])}`,
    limit: 'under 100 ms',
    ok: p95 < 100 && times.length > 0,
  }

  async function typeAll(on: Page, text: string): Promise<number[]> {
    await search.focus()
    await on.evaluate(() => {
      ;(globalThis as unknown as ListWindow).listTimes.length = 0
    })
    await on.keyboard.type(text, { delay: 150 })
    await on.waitForTimeout(300)
    return on.evaluate(() => [...(globalThis as unknown as ListWindow).listTimes])
  }
}

interface ListWindow {
  listTimes: number[]
}

// Runs in the page. Ignores a letter that changes nothing in the list, because its end is not visible.
function watchList(): void {
  const listTimes: number[] = []
  Object.assign(globalThis, { listTimes })
  let typedAt: number | undefined
  document.addEventListener(
    'input',
    () => {
      typedAt = performance.now()
    },
    true,
  )
  new MutationObserver((changes) => {
    const isList = changes.some(({ target }) =>
      (target instanceof Element ? target : target.parentElement)?.closest('[role="listbox"]'),
    )
    if (!isList || typedAt === undefined) return
    const began = typedAt
    typedAt = undefined
    requestAnimationFrame(() => listTimes.push(performance.now() - began))
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}

/** Measures the week of one machine, from the click on `Week` to its frame; its appointments are on the device. */
export async function weekFigure(page: Page, url: string, place: WeekRecords): Promise<Figure> {
  const { branch, department, machine, day } = place
  await page.goto(
    `${url}/scheduler?branch=${branch}&department=${department}&place=${machine}&day=${day}&view=day`,
  )
  await page.waitForFunction(
    () => document.querySelectorAll('[aria-label="Appointments"] button[title]').length > 60,
  )
  const times: number[] = []
  for (let run = -2; run < WEEKS; run++) {
    const took = await page.evaluate(openWeek, APPOINTMENTS)
    if (run >= 0) times.push(took)
    await page.getByText('Day', { exact: true }).click()
    await page.waitForTimeout(600)
  }
  const { p95, median } = timingOf(times)
  return {
    name: `the week of a machine with ${APPOINTMENTS} appointments, from the click to its picture: p95`,
    value: ms(p95),
    control: `median ${ms(median)}`,
    limit: 'under 300 ms',
    ok: p95 < 300,
  }
}

// Runs in the page.
async function openWeek(appointments: number): Promise<number> {
  const week = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Week')
  const frame = () =>
    new Promise<void>((done) => {
      requestAnimationFrame(() => done())
    })
  const began = performance.now()
  week?.click()
  const drawn = () => document.querySelectorAll('[aria-label="Appointments"] button[title]').length
  while (drawn() < appointments && performance.now() - began < 5_000) await frame()
  // The frame after the insertion into the document has painted it.
  await frame()
  return performance.now() - began
}
