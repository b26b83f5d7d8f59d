import { expect, type Page, test } from '@playwright/test'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { expectDrained, waitingOn } from './helpers/browser/device-store.ts'
import { downloadOf } from './helpers/browser/download-of.ts'
import {
  type BookedVisit,
  type Books,
  expectGapless,
  findVisitsOf,
  type PrintedReceipt,
  readBooks,
} from './helpers/desk-books.ts'
import { bookWalkIn, closeReceipt, openDesk, payInTwoWays, type WalkIn } from './helpers/desk-visit.ts'
import { expectEachOnce } from './helpers/ledger.ts'
import { openAllDay } from './helpers/open-all-day.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { type OwnServer, startOwnServer } from './helpers/server/running-server.ts'

/** `npm run faults -- --desks 200` sets another number. */
const VISITS = Number(process.env.READROOM_DESK_VISITS || 6)
/** Two desks share a branch and its series of numbers. */
const DESKS = [DEMO_SIGN_IN.desk, 'reception.andheri', 'reception.kothrud']
/** Commands of one visit: patient, booking, start, payment. */
const COMMANDS = 4
/** Three desks share a machine: a visit takes each of them some seconds. */
const VISIT_MS = 10_000

test.skip(!hasPoppler, 'poppler-utils is missing')
test.describe.configure({ timeout: 90_000 + VISITS * VISIT_MS })

let server: OwnServer
test.beforeAll(async () => {
  server = await startOwnServer()
  await openAllDay(server)
})
test.afterAll(async () => {
  await server?.stop()
})

const FIRST =
  'Aarav Bhavna Chetan Deepa Eknath Falguni Girish Hema Ishaan Jyoti Kiran Leela Manoj Nisha Omkar Padma Rajat Sonal Tushar Uma'
const LAST =
  'Agashe Bhide Chavan Dandekar Engineer Gadgil Hegde Inamdar Jadhav Khopkar Limaye Marathe Nadkarni Oak Phadke Ranade Sathe Tilak Vaidya Wagle'
const SERVICES = ['X-Ray Chest PA', 'USG KUB', 'CT Brain Plain']
/** The beginning of these people's mobiles; no other mobile has it. */
const MOBILE = '98110'

/** Returns people who are not alike, so that no question about duplicates appears. */
function person(index: number): WalkIn {
  const [firsts, lasts] = [FIRST.split(' '), LAST.split(' ')]
  const lap = Math.floor(index / firsts.length)
  return {
    first: firsts[index % firsts.length] ?? '',
    last: lasts[(index * 7 + lap) % lasts.length] ?? '',
    mobile: `${MOBILE}${String((index * 7919) % 100_000).padStart(5, '0')}`,
    gender: index % 2 === 0 ? 'Male' : 'Female',
    age: 20 + ((index * 13) % 61),
    // Each desk sells all of them.
    service: SERVICES[(index + Math.floor(index / DESKS.length)) % SERVICES.length] ?? '',
    cash: String(100 + index),
  }
}

interface Paper {
  receipts: PrintedReceipt[]
  total: number
}

/** Serves one desk's patients, one after another; returns their papers. */
async function work(page: Page, people: readonly WalkIn[]): Promise<Paper[]> {
  const papers: Paper[] = []
  for (const one of people) {
    const panel = await bookWalkIn(page, one)
    const receipt = await payInTwoWays(page, panel, one.cash)
    papers.push(readPaper(pageTexts(await downloadOf(page, receipt)).join(' ')))
    await closeReceipt(receipt)
    await panel.getByRole('button', { name: 'Back' }).click()
    await expect(panel).toHaveCount(0)
  }
  return papers
}

const rupees = (text: string) => Number(text.replaceAll(',', ''))

function readPaper(text: string): Paper {
  expect(text).toContain('Provisional, not yet on the server')
  const rows = text.matchAll(/([^\s,]+-\d{4}-\d{6}[A-Z])\s+(Cash|GPay)\s+₹([\d,.]+)/g)
  const receipts = [...rows].map(([, printed = '', mode = '', amount = '']) => ({
    printed,
    mode,
    amount: rupees(amount),
  }))
  const [, total = ''] = /Total\s+Amount\s+₹([\d,.]+)/.exec(text) ?? []
  expect(receipts, text).toHaveLength(2)
  return { receipts, total: rupees(total) }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const totalOf = (papers: readonly Paper[]) => sum(papers.map(({ total }) => total))

/** Expects that each desk's papers match the books of its person: number, mode and amount of each, and the sum. */
function expectAsPrinted(visits: readonly BookedVisit[], papers: readonly Paper[][]): void {
  const booked = visits.flatMap(({ receipts }) => receipts)
  const byNumber = (a: PrintedReceipt, b: PrintedReceipt) => a.printed.localeCompare(b.printed)
  for (const [at, username] of DESKS.entries()) {
    const own = booked.filter((one) => one.username === username)
    const said = (papers[at] ?? []).flatMap(({ receipts }) => receipts)
    const inBooks = own.map(({ printed, mode, amount }) => ({ printed, mode, amount }))
    expect(inBooks.toSorted(byNumber), `receipts of ${username}`).toEqual(said.toSorted(byNumber))
    expect(sum(own.map(({ amount }) => amount))).toBe(totalOf(papers[at] ?? []))
  }
  expect(booked.filter(({ is_unallocated }) => is_unallocated)).toEqual([])
  for (const { net, received, payment_status } of visits)
    expect({ received, payment_status }).toEqual({ received: net, payment_status: 'Paid' })
}

/** Expects that the books grew by these visits only. */
function expectGrown(before: Books, after: Books): void {
  const grown = Object.entries(after.counts).map(([name, count]) => [
    name,
    count - before.counts[name as keyof Books['counts']],
  ])
  expect(Object.fromEntries(grown)).toEqual({
    patients: VISITS,
    visits: VISITS,
    services: VISITS,
    receipts: VISITS * 2,
  })
}

const secondsSince = (from: number) => `${Math.round((performance.now() - from) / 1000)} s`

test('three desks book visits while the server is stopped; afterwards every number is assigned once, and the books match the papers', async ({
  browser,
}) => {
  // One after another, because a desk's first minute is its heaviest.
  const desks: Awaited<ReturnType<typeof openDesk>>[] = []
  for (const username of DESKS) desks.push(await openDesk(browser, server.url, username))
  const before = await readBooks(server)
  await server.kill()
  for (const { page } of desks) await expect(page.getByText(/^Offline since/).first()).toBeVisible()

  const people = Array.from({ length: VISITS }, (_, index) => person(index))
  const began = performance.now()
  const papers = await Promise.all(
    desks.map(({ page }, desk) =>
      work(
        page,
        people.filter((_, index) => index % DESKS.length === desk),
      ),
    ),
  )
  console.log(`${VISITS} visits at ${DESKS.length} desks in ${secondsSince(began)}`)
  const commands = (await Promise.all(desks.map(({ page }) => waitingOn(page)))).flat()
  expect(commands).toHaveLength(VISITS * COMMANDS)
  const numbers = papers.flat().flatMap(({ receipts }) => receipts.map(({ printed }) => printed))
  expect(new Set(numbers).size, 'different numbers on papers').toBe(VISITS * 2)

  await server.restart()
  const started = performance.now()
  await Promise.all(desks.map(({ page }) => expectDrained(page, 60_000 + VISITS * 1000)))
  console.log(`every queue is empty ${secondsSince(started)} after the server's start`)
  await expectEachOnce(server, commands)
  const after = await readBooks(server)
  const visits = await findVisitsOf(server, MOBILE)
  expectGrown(before, after)
  expectGapless(before, after, visits)
  expect(new Set(visits.flatMap((visit) => visit.provisional_accessions)).size).toBe(VISITS)
  expectAsPrinted(visits, papers)
  const inBooks = sum(visits.map(({ received }) => received))
  const withoutMachine = visits.filter(({ flags }) => flags.includes('needs_slot')).length
  expect(withoutMachine, 'walk-ins take the next machine where another desk was faster').toBe(0)
  console.log(`printed ${totalOf(papers.flat())} rupees, in the books ${inBooks}`)

  for (const { page, desk } of desks) {
    await expect(page.getByText(/^\d+ waiting$/)).toHaveCount(0)
    await desk.close()
  }
})
