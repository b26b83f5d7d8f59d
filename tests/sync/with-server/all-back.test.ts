import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEpoch } from '#src/sync/journal/known-epoch.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { tableOf } from '#tests/bench/figures.ts'
import { machineLine, writeSection } from '#tests/bench/write-section.ts'
import { askAdmin } from '#tests/server/features/look-inside.ts'
import {
  ANDHERI,
  bookingOf,
  freeTime,
  KOTHRUD,
  openBookingFixture,
} from '#tests/server/features/visit-desk/booking-fixture.ts'
import { until } from '../support/test-page.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'
import { openRestorable, type RestorableDemo } from './restorable.ts'

/** Payments of each device; `npm run bench:restore` sets 500 and prints the time. */
const COMMANDS = Number(process.env.RESTORE_BENCH ?? 12)
const FULL = 500
const LIMIT_MS = 30_000
/** The steps before and after the measurement do not count. */
const LONG_MS = 600_000
const DESKS = [
  ['desk.andheri', ANDHERI],
  ['reception.andheri', ANDHERI],
  ['reception.kothrud', KOTHRUD],
] as const

let demo: RestorableDemo
const pages: DemoPage[] = []
beforeAll(async () => {
  demo = await openRestorable()
})
afterAll(async () => {
  await Promise.all(pages.map(({ device }) => device.stop()))
  await demo.close()
})

const left = (page: DemoPage) =>
  until(async () => (await page.databases.work.outbox.count()) === 0, 'the end of the outbox', LONG_MS)

async function numbers(): Promise<Map<string, string>> {
  const rows = await askAdmin<{ id: string; receipt_no: string }>(demo, 'select id, receipt_no from receipt')
  return new Map(rows.map(({ id, receipt_no }) => [id, receipt_no]))
}

/** Opens each desk with its own visit, and then backs the server up. */
async function openDesks(): Promise<string[]> {
  const fixture = await openBookingFixture(demo)
  const visits: string[] = []
  for (const [place, [username, branch]] of DESKS.entries()) {
    const page = await openDemoPage(demo, username)
    pages.push(page)
    await until(async () => (await readCacheState(page.databases.cache)).isComplete, 'the first pull')
    const input = bookingOf(fixture, { branch, start: freeTime(60 * place) })
    await enqueueCommand(page.databases, page.device.author, { key: 'appt/save', input, label: 'book' })
    page.device.wake()
    await left(page)
    visits.push(input.id)
  }
  for (const { link } of pages) link.set(false)
  await demo.backup()
  for (const { link } of pages) link.set(true)
  return visits
}

async function pay({ databases, device }: DemoPage, appt_id: string): Promise<void> {
  const receipts = [{ id: randomUUID(), mode: 'Cash' as const, amount: 1 }]
  const input = { appt_id, receipts }
  await enqueueCommand(databases, device.author, { key: 'appt/createReceipts', input, label: 'pay' })
}

/** Returns the time from the contact with the restored server until nothing waits any more. */
async function comeBack(page: DemoPage, epoch: string | undefined): Promise<number> {
  const began = performance.now()
  page.link.set(true)
  page.device.refresh()
  await until(async () => (await findEpoch(page.databases.work)) !== epoch, 'the new history', LONG_MS)
  await left(page)
  return performance.now() - began
}

test(
  'three devices resend what a restore lost within 30 seconds of contact',
  async () => {
    const visits = await openDesks()
    for (let done = 0; done < COMMANDS; done++)
      await Promise.all(pages.map((page, place) => pay(page, visits[place] ?? '')))
    for (const { device } of pages) device.wake()
    await Promise.all(pages.map(left))
    for (const { databases } of pages)
      expect(await databases.work.journal.count()).toBeGreaterThanOrEqual(COMMANDS)
    const before = await numbers()
    const epoch = await findEpoch(pages[0]!.databases.work)
    for (const { link } of pages) link.set(false)
    await demo.restore()
    expect((await numbers()).size).toBe(before.size - DESKS.length * COMMANDS)

    const took = Math.max(...(await Promise.all(pages.map((page) => comeBack(page, epoch)))))
    expect(await numbers()).toEqual(before)
    const figure = {
      name: `3 devices with ${COMMANDS} journaled payments each, after a restore: all back with their numbers`,
      value: `${Math.round(took)} ms after contact, 0 lost or doubled`,
      control: '',
      limit: 'within 30,000 ms',
      ok: took <= LIMIT_MS,
    }
    if (process.env.RESTORE_BENCH !== undefined) console.log(tableOf([figure]))
    if (COMMANDS >= FULL)
      writeSection(
        'After a restored backup',
        `Written by \`npm run bench:restore\` on ${new Date().toISOString().slice(0, 10)} (${machineLine()}). Server and devices run in one
process of Node, the devices over an IndexedDB in memory.\n\n${tableOf([figure])}`,
      )
    expect(took).toBeLessThanOrEqual(LIMIT_MS)
  },
  2 * LONG_MS,
)
