import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceCalls, type RestoreReport } from '#contract/calls/devices.ts'
import { paymentCalls } from '#contract/calls/payments.ts'
import type { ReceiptRow } from '#contract/calls/visit-records.ts'
import { visitCalls } from '#contract/calls/visits.ts'
import { reportRestores } from '#server/features/devices/restores.ts'
import { createTwiceJob } from '#server/features/devices/twice-job.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { findEpoch } from '#src/sync/journal/known-epoch.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { askAdmin } from '#tests/server/features/look-inside.ts'
import {
  ANDHERI,
  type BookingFixture,
  bookingOf,
  CLIENT,
  freeTime,
  openBookingFixture,
} from '#tests/server/features/visit-desk/booking-fixture.ts'
import { reportWords } from '../../../scripts/lib/restore-report-words.ts'
import { until } from '../support/test-page.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'
import { openRestorable, type RestorableDemo } from './restorable.ts'

let demo: RestorableDemo
let fixture: BookingFixture
const pages: DemoPage[] = []
const open = async (username: string) => {
  const page = await openDemoPage(demo, username)
  pages.push(page)
  await until(async () => (await readCacheState(page.databases.cache)).isComplete, `pull of ${username}`)
  return page
}
beforeAll(async () => {
  demo = await openRestorable()
  fixture = await openBookingFixture(demo)
})
afterAll(async () => {
  await Promise.all(pages.map(({ device }) => device.stop()))
  await demo.close()
})

const left = (page: DemoPage) =>
  until(async () => (await page.databases.work.outbox.count()) === 0, 'the end of the outbox')

let visits = 0
async function book(page: DemoPage) {
  const booking = bookingOf(fixture, { branch: ANDHERI, start: freeTime(60 * visits++) })
  await enqueueCommand(page.databases, page.device.author, {
    key: 'appt/save',
    input: booking,
    label: 'book',
  })
  page.device.wake()
  await left(page)
  return booking.id
}
async function pay(page: DemoPage, visit: string) {
  const id = randomUUID()
  const input = { appt_id: visit, receipts: [{ id, mode: 'Cash' as const, amount: 100 }] }
  await enqueueCommand(page.databases, page.device.author, {
    key: 'appt/createReceipts',
    input,
    label: 'pay',
  })
  page.device.wake()
  await left(page)
  return id
}
const receipt = (id: string) =>
  demo.db.database
    .tenant(CLIENT, (tx) => tx.selectFrom('receipt').selectAll().where('id', '=', id).executeTakeFirst())
    .then((row) => row?.receipt_no)
/** Returns the copies as devices hold them. */
const copies = async ({ databases }: DemoPage) => {
  const rows = await databases.receipts.openAll(await databases.cache.receipts.toArray())
  return new Map(rows.map(({ id, body }): [string, ReceiptRow] => [id, body]))
}
const restored = async (): Promise<RestoreReport | undefined> =>
  (await pages[0]!.call(deviceCalls.restores, {})).result[0]

test('a number assigned twice is reported with both records and marked on both; records made only online are reported as missing', async () => {
  const [admin, desk, other] = [
    await open('admin.sanjeevani'),
    await open('desk.andheri'),
    await open('reception.andheri'),
  ]
  const visit = await book(desk)
  const standing = await book(other)
  for (const { link } of pages) link.set(false)
  await demo.backup()
  for (const { link } of pages) link.set(true)

  const lost = await pay(desk, visit)
  const before = await receipt(lost)
  const refund = randomUUID()
  const paid = {
    appt_id: visit,
    reason: 'Did not come.',
    refunds: [{ id: refund, mode: 'Cash' as const, amount: 40 }],
  }
  const given = (await admin.call(paymentCalls.createRefunds, paid)).result.refunds[0]
  await admin.call(visitCalls.cancel, { appt_id: await book(other), reason: 'twice' })
  // These calls only read and export: nobody has to repeat them.
  await admin.call(deviceCalls.list, {})
  await until(async () => (await admin.databases.work.notes.count()) === 2, 'two notes')
  await left(desk)
  const epoch = await findEpoch(desk.databases.work)
  for (const { link } of pages) link.set(false)
  await demo.restore()
  // More numbers were given since the backup than the restore leaves out, and no device that knows them is
  // back yet.
  await askAdmin(demo, 'update number_series set next = next - 1000 where client_id = $1', [CLIENT])
  await askAdmin(demo, 'delete from number_jump where client_id = $1', [CLIENT])
  other.link.set(true)
  await until(async () => (await findEpoch(other.databases.work)) !== epoch, 'the new history')
  const later = await pay(other, standing)
  expect(await receipt(later)).toBe(before)

  for (const page of [desk, admin]) {
    page.link.set(true)
    page.device.refresh()
    await until(async () => (await findEpoch(page.databases.work)) !== epoch, 'the new history')
    await left(page)
  }
  const now = await receipt(lost)
  expect(now).toBeDefined()
  expect(now).not.toBe(before)

  const numbers = new Map(
    (await askAdmin<{ id: string; visit_no: string }>(demo, 'select id, visit_no from visit')).map((row) => [
      row.id,
      row.visit_no,
    ]),
  )
  const report = await restored()
  const invoices = await askAdmin<{ id: string; invoice_no: string }>(
    demo,
    'select id, invoice_no from visit where id = any($1::uuid[])',
    [[visit, standing]],
  )
  const invoiceOf = (id: string) => invoices.find((row) => row.id === id)?.invoice_no
  // The first money of both visits gave their invoices numbers too.
  expect(report?.twice).toMatchObject([
    {
      call: 'appt/createReceipts',
      kind: 'invoice',
      no: invoiceOf(standing),
      now: invoiceOf(visit),
      of: numbers.get(visit),
      other: { of: numbers.get(standing) },
    },
    {
      call: 'appt/createReceipts',
      kind: 'receipt',
      no: before,
      now,
      user_name: desk.session.name,
      of: numbers.get(visit),
      other: { of: numbers.get(standing), user_name: other.session.name },
    },
  ])
  expect(report?.missing.map(({ call, user_name, is_live }) => [call, user_name, is_live])).toEqual(
    expect.arrayContaining([
      ['appt/createRefunds', admin.session.name, 1],
      ['appt/cancelAppointment', admin.session.name, 1],
    ]),
  )
  const back = report?.missing.find(({ call }) => call === 'appt/createRefunds')
  expect(back?.numbers).toEqual([given?.refund_no])

  // The terminal shows the same, because it uses the same function.
  const reports = await demo.db.database.tenant(CLIENT, (tx) => reportRestores(tx, CLIENT, demo.clock.now))
  expect(reports[0]).toEqual(report)
  const words = reportWords([{ client: 'Sanjeevani', reports }], 'Asia/Kolkata')
  for (const part of [
    'Sanjeevani: Restored on',
    before,
    now,
    numbers.get(standing),
    'Refund',
    given?.refund_no,
  ])
    expect(words).toContain(part)

  // The existing record gets the mark by a job; the returned one has it already.
  const [twice] = await askAdmin<{ command_id: string }>(demo, 'select command_id from number_twice')
  const { kernel, log } = demo.app
  await createTwiceJob().run(
    { clientId: CLIENT, ids: [twice?.command_id ?? ''] },
    { write: (run) => write(kernel, CLIENT, run), now: demo.clock.now, log },
  )
  for (const page of [desk, other]) page.device.refresh()
  for (const page of [desk, other])
    for (const id of [lost, later])
      await until(
        async () => {
          const marks = (await copies(page)).get(id)?.number_twice
          return marks?.length === 1 && marks[0]?.no === before && marks[0]?.now === now
        },
        `the mark of ${id === lost ? 'the lost' : 'the later'} receipt`,
      )
  expect((await copies(desk)).get(lost)?.number_twice?.[0]?.printed).toBe(report?.twice[0]?.printed)
}, 120_000)
