import { expect, test } from 'vitest'
import { bookingWriters, findAckedRev, findBookingOrigin } from '#src/sync/desk/booking-origin.ts'
import { dependsOnVisit } from '#src/sync/desk/depends-on-visit.ts'
import { commandsOf } from '#src/sync/desk/waiting-commands.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { keepAllConfirmed } from '#src/sync/pull/copies.ts'
import { visitRowOf, visitServiceOf } from '#tests/helpers/device/visit-row.ts'
import { withOfflinePage } from '../support/offline-page.ts'
import { outboxRow } from '../support/outbox-row.ts'
import type { Page } from '../support/test-page.ts'

const VISIT = '01970000-0000-7000-8000-0000000000a1'
const [CT, MR, US] = ['a2', 'a3', 'a4'].map((end) => `01970000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
]
const label = 'Visit'

/** Stores a visit with three examinations, of which the last was cancelled. */
const withVisit = ({ databases }: Page) =>
  keepAllConfirmed(databases, [
    {
      type: 'visit',
      body: visitRowOf({
        id: VISIT,
        rev: 4,
        status: 5,
        services: [
          visitServiceOf({ id: CT, status: 5 }),
          visitServiceOf({ id: MR, status: 5 }),
          visitServiceOf({ id: US, status: 12 }),
        ],
      }),
    },
  ])
const set = (id: string, status: 5 | 6 | 7 | 12) =>
  enqueue('appt/changeServiceStatus', { appt_id: VISIT, id, status }, { label })
const tag = (service_id?: string) =>
  enqueue('appt/assignTag', { id: VISIT, tag_id: null, ...(service_id && { service_id }) }, { label })
const writers = async () => (await bookingWriters(VISIT)).map(({ id }) => id)

test('a start, a payment’s visit and the progress of a scan do not write the booking', () =>
  withOfflinePage(async (page) => {
    await withVisit(page)
    await enqueue('appt/startVisit', { appt_id: VISIT }, { label })
    await set(CT, 6)
    await set(CT, 7)
    await tag(CT)
    expect(await writers()).toEqual([])
    expect(await findBookingOrigin({ id: VISIT, rev: 4 })).toEqual({ rev: 4, command: undefined })
  }))

test('a tag of the whole visit writes the booking, and the next change is based on the last writer', () =>
  withOfflinePage(async (page) => {
    await withVisit(page)
    const whole = await tag()
    const other = await tag()
    await set(CT, 6)
    expect(await writers()).toEqual([whole, other])
    expect(await findBookingOrigin({ id: VISIT, rev: 4 })).toEqual({ rev: 4, command: other })
  }))

test('cancelling a scan writes the booking, and so do later changes of that scan', () =>
  withOfflinePage(async (page) => {
    await withVisit(page)
    const cancelled = await set(CT, 12)
    const resumed = await set(CT, 5)
    await set(MR, 6)
    expect(await writers()).toEqual([cancelled, resumed])
  }))

test('resuming a scan that the server has cancelled writes the booking', () =>
  withOfflinePage(async (page) => {
    await withVisit(page)
    const resumed = await set(US, 5)
    expect(await writers()).toEqual([resumed])
  }))

test('a visit without a copy on this device has no cancelled scans', () =>
  withOfflinePage(async () => {
    await set(US, 5)
    expect(await writers()).toEqual([])
  }))

test('a refused command writes nothing', () =>
  withOfflinePage(async (page) => {
    await withVisit(page)
    const refused = await tag()
    const kept = await tag()
    await page.databases.work.outbox.update(refused, { state: 'parked' })
    expect(await writers()).toEqual([kept])
  }))

test('the server’s revision for a command is found in the queue, and later in the journal', () =>
  withOfflinePage(async ({ databases: { work } }) => {
    const acked = (seq: number, rev: number | null) =>
      outboxRow(seq, { state: 'acked', acked: { pos: 'p', rev, at: 1 } as never })
    await work.outbox.bulkAdd([acked(901, 7), acked(902, null), outboxRow(903)])
    await work.journal.add({ ...acked(904, 9), bytes: 1 })
    const revs = [901, 902, 903, 904, 905].map((seq) => findAckedRev(`command ${seq}`))
    expect(await Promise.all(revs)).toEqual([7, undefined, undefined, 9, undefined])
  }))

test('the commands of a record are its unacknowledged ones, in the order of the clicks', () =>
  withOfflinePage(async ({ databases: { work } }) => {
    const about = (seq: number, change = {}) => outboxRow(seq, { aggregate: `visit:${VISIT}`, ...change })
    await work.outbox.bulkAdd([
      { ...about(913), id: 'a later click' },
      { ...about(911), id: 'b first click' },
      about(912, { state: 'acked' }),
      outboxRow(914, { aggregate: 'visit:other' }),
    ])
    expect(await commandsOf('visit', VISIT)).toEqual(['b first click', 'a later click'])
    // A part of a visit that the server has needs no command before it.
    expect(await dependsOnVisit({ id: VISIT, rev: 0 })).toEqual(['b first click', 'a later click'])
    expect(await dependsOnVisit({ id: VISIT, rev: 1 })).toEqual([])
  }))
