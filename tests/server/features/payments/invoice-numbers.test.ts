import fc from 'fast-check'
import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AL_NOOR } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import {
  type BookingFixture,
  booked,
  bookingOf,
  freeTime,
  openBookingFixture,
} from '../visit-desk/booking-fixture.ts'
import { ANDHERI, cash, KOTHRUD, pay, payLater, putVisit, refund, SALMIYA } from './money-fixture.ts'

let server: DemoServer
let clerk: ApiUser
let admin: ApiUser
let front: BookingFixture
beforeAll(async () => {
  server = await openDemo()
  clerk = await server.signIn('desk.andheri')
  admin = await server.signIn('admin.sanjeevani')
  front = await openBookingFixture(server)
})
afterAll(() => server.close())

const act = (desk: ApiUser, path: string, input: object) => desk.post(`${PHP}appt/${path}`, input)
const start = (id: string, desk = clerk) => act(desk, 'startVisit', { appt_id: id })
interface Stored {
  invoice_no: string
  invoice_date: string | null
  invoice_provisional_no: string
  invoice_version: number
}
async function storedOf(id: string): Promise<Stored> {
  const [row] = await askAdmin<Stored>(
    server,
    `select invoice_no, invoice_date::text, invoice_provisional_no, invoice_version from visit where id = $1`,
    [id],
  )
  if (!row) throw new Error('no such visit')
  return row
}
const placeOf = (no: string) => Number(no.slice(-6))

/**
 * Returns the invoice numbers of a branch that are missing between the first and the next one, and those that
 * occur twice.
 */
async function seriesOf(branch: string) {
  const rows = await askAdmin<{ invoice_no: string; invoice_date: string; year: string; next: number }>(
    server,
    `select v.invoice_no, v.invoice_date::text, s.year, s.next from number_series s
     join visit v on v.client_id = s.client_id and v.branch_id = s.branch_id and v.invoice_no like s.prefix || '%'
     where s.branch_id = $1 and s.kind = 'invoice' order by s.year, v.invoice_no`,
    [branch],
  )
  const years = [...Map.groupBy(rows, ({ year }) => year).values()]
  return {
    isWhole: years.every((ones) =>
      ones.every(({ invoice_no, next }, at) => placeOf(invoice_no) === at + 1 && next === ones.length + 1),
    ),
    isInOrder: years.every((ones) =>
      ones.every(
        ({ invoice_date }, at) =>
          at === 0 || invoice_date >= (ones[at - 1] as { invoice_date: string }).invoice_date,
      ),
    ),
  }
}
const EXPECTED = { isWhole: true, isInOrder: true }

test('a visit gets its invoice number when it starts, and keeps it with the first receipt', async () => {
  const visit = await booked(clerk, bookingOf(front, { start: freeTime(0) }))
  expect(visit).toMatchObject({ invoice_no: '', invoice_date: null })
  const started = (await start(visit.id)).body.result.visit
  expect(started.invoice_no).toMatch(/^INV2627-\d{6}$/)
  expect(started.invoice_date).toBe('2026-11-21')
  const paid = (await pay(clerk, visit.id, cash(100))).body.result.visit
  expect([paid.invoice_no, paid.invoice_version]).toEqual([started.invoice_no, 1])
  expect((await start(visit.id)).body.result.visit.invoice_no).toBe(started.invoice_no)
})

test('a visit paid before its start gets the number with the first receipt, and keeps it at the start, refund and cancellation', async () => {
  const visit = await booked(clerk, bookingOf(front, { start: freeTime(120) }))
  const paid = (await pay(clerk, visit.id, cash(100), cash(50))).body.result.visit
  expect(paid.invoice_no).toMatch(/^INV2627-\d{6}$/)
  const no = paid.invoice_no
  expect((await start(visit.id)).body.result.visit.invoice_no).toBe(no)
  expect((await refund(admin, visit.id, cash(150))).body.result.visit.invoice_no).toBe(no)
  const cancelled = await act(admin, 'cancelAppointment', { appt_id: visit.id, reason: 'Did not come.' })
  expect(cancelled.body.result.visit).toMatchObject({ status: 12, invoice_no: no, invoice_version: 2 })
})

test('an invoice changed before any receipt keeps its number and gets a version', async () => {
  const visit = await booked(clerk, bookingOf(front, { start: freeTime(240) }))
  const { invoice_no } = (await start(visit.id)).body.result.visit
  const changed = await act(admin, 'updateServiceChargesAndMachine', {
    appt_id: visit.id,
    discount_head_id: null,
    services: visit.services.map(({ id, charges }: { id: string; charges: number }) => ({
      id,
      charges: charges + 500,
      discount: 0,
    })),
  })
  expect([changed.status, changed.body.message]).toEqual([200, expect.anything()])
  expect(await storedOf(visit.id)).toMatchObject({ invoice_no, invoice_version: 2 })
  const [kept] = await askAdmin<{ invoice: { invoice_no: string } }>(
    server,
    'select invoice from invoice_version where visit_id = $1',
    [visit.id],
  )
  expect(kept?.invoice.invoice_no).toBe(invoice_no)
})

test('the day and the year follow the branch, and the year begins in April in India and in January in Kuwait', async () => {
  const before = server.clock.now
  try {
    // 18:31 UTC is the next day in India and the same day in Kuwait.
    server.clock.now = new Date('2027-03-31T18:31:00Z')
    const [here, there] = [
      await putVisit(server),
      await putVisit(server, { client: AL_NOOR.id, branch: SALMIYA }),
    ]
    // A session of November has expired by then.
    await start(here, await server.signIn('admin.sanjeevani'))
    await start(there, await server.signIn('admin.alnoor'))
    expect(await storedOf(here)).toMatchObject({ invoice_no: 'INV2728-000001', invoice_date: '2027-04-01' })
    expect(await storedOf(there)).toMatchObject({ invoice_no: 'INV2027-000001', invoice_date: '2027-03-31' })
  } finally {
    server.clock.now = before
  }
})

test('a branch setting gives the first month of its year', async () => {
  const detail = (await admin.get(`branch/detail/${KOTHRUD}`)).body.result
  expect(detail.financial_year_start).toBe('Country')
  await askAdmin(server, `update branch set financial_year_start = 'January' where id = $1`, [KOTHRUD])
  try {
    const visit = await putVisit(server, { branch: KOTHRUD })
    await start(visit, admin)
    expect((await storedOf(visit)).invoice_no).toBe('INV2026-000001')
  } finally {
    await askAdmin(server, `update branch set financial_year_start = 'Country' where id = $1`, [KOTHRUD])
  }
})

test('simultaneous starts and payments give every visit one number and no number twice', async () => {
  const ids: string[] = []
  for (let at = 0; at < 8; at += 1) ids.push(await putVisit(server))
  // Every visit is started and paid at once, all of them in parallel.
  const answers = await Promise.all(
    ids.flatMap((id) => [start(id), pay(clerk, id, cash(10)), start(id, admin)]),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const numbers = await Promise.all(ids.map(async (id) => (await storedOf(id)).invoice_no))
  expect(new Set(numbers).size).toBe(ids.length)
  expect(numbers).not.toContain('')
  expect(await seriesOf(ANDHERI)).toEqual(EXPECTED)
})

test('a number printed offline stays known, even if the payment’s response was lost', async () => {
  const device_id = mintId()
  const bring = async (call: string, version: number, input: object) => {
    const command = { id: mintId(), call, version, input, at: NOW.toISOString(), made_offline: true }
    return (await clerk.post('sync/commands', { device_id, commands: [command] })).body.answers[0]
  }
  const started = await putVisit(server)
  const printed = 'I-FD2-1121-090000A'
  const answer = await bring('appt/startVisit', 2, { appt_id: started, invoice_provisional_no: printed })
  expect(answer.body.result.visit).toMatchObject({
    invoice_no: expect.stringMatching(/^INV2627-/),
    invoice_provisional_no: printed,
  })
  // Another desk had started it: the second paper's number is known too.
  await bring('appt/startVisit', 2, { appt_id: started, invoice_provisional_no: 'I-FD9-1121-090000A' })
  expect((await storedOf(started)).invoice_provisional_no).toBe(`${printed}, I-FD9-1121-090000A`)
  const paid = await putVisit(server)
  const receipts = [{ id: mintId(), ...cash(600) }]
  const first = await act(clerk, 'createReceipts', { appt_id: paid, receipts })
  const { invoice_no } = first.body.result.visit
  const again = (no: string) =>
    bring('appt/createReceipts', 4, { appt_id: paid, receipts, invoice_provisional_no: no })
  await again(printed)
  await again(printed)
  // A second desk that was offline printed one as well.
  await again('I-FD3-1121-090000A')
  expect(await storedOf(paid)).toMatchObject({
    invoice_no,
    invoice_provisional_no: `${printed}, I-FD3-1121-090000A`,
  })
})

test('money without a booking is no invoice; with its booking it becomes one', async () => {
  const id = mintId()
  const receipts = [{ id: mintId(), ...cash(700) }]
  const new_visit = { patient_id: front.patientId, branch_id: ANDHERI, is_radiology: 1 }
  const command = { id: mintId(), call: 'appt/createReceipts', version: 4, at: NOW.toISOString() }
  const input = { appt_id: id, receipts, new_visit }
  await clerk.post('sync/commands', {
    device_id: mintId(),
    commands: [{ ...command, input, made_offline: true }],
  })
  expect((await storedOf(id)).invoice_no).toBe('')
  const visit = await booked(clerk, bookingOf(front, { id, start: freeTime(24 * 60) }))
  expect(visit.flags).not.toContain('needs_booking')
  expect((await storedOf(id)).invoice_no).toMatch(/^INV2627-/)
})

test('money for a cancelled visit without an invoice creates none', async () => {
  const visit = await putVisit(server, { status: 12, net: 0 })
  const { answer } = await payLater(clerk, visit, cash(50))
  expect(answer.status).toBe(200)
  expect((await storedOf(visit)).invoice_no).toBe('')
})

test('any acts in any order give each invoice one number, without a missing one or a gap', async () => {
  const acts = [
    'start',
    'pay',
    'payLater',
    'refund',
    'cancel',
    'cancelReceipt',
    'overpay',
    'nextDay',
  ] as const
  const before = server.clock.now
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ act: fc.constantFrom(...acts), visit: fc.nat({ max: 2 }) }), { maxLength: 10 }),
      async (steps) => {
        const ids = [await putVisit(server), await putVisit(server), await putVisit(server)]
        const first = new Map<string, string>()
        for (const { act: kind, visit } of steps) {
          const id = ids[visit] ?? ''
          if (kind === 'start') await start(id)
          else if (kind === 'pay') await pay(clerk, id, cash(100))
          else if (kind === 'overpay') await pay(clerk, id, cash(5000))
          else if (kind === 'payLater') await payLater(clerk, id, cash(700))
          else if (kind === 'refund') await refund(admin, id, cash(100))
          else if (kind === 'cancel') await act(admin, 'cancelAppointment', { appt_id: id, reason: 'No.' })
          else if (kind === 'nextDay') server.clock.now = new Date(server.clock.now.getTime() + 3_600_000)
          else {
            const [receipt] = await askAdmin<{ id: string }>(
              server,
              `select id from receipt where visit_id = $1 and status = 'Received' limit 1`,
              [id],
            )
            if (receipt) await act(admin, 'cancelReceipt', { id: receipt.id, reason: 'Wrong.' })
          }
          for (const one of ids) {
            const { invoice_no } = await storedOf(one)
            const known = first.get(one)
            if (known !== undefined) expect(invoice_no).toBe(known)
            else if (invoice_no !== '') first.set(one, invoice_no)
          }
        }
        const rows = await askAdmin<{ id: string; is_numbered: boolean; is_invoice: boolean }>(
          server,
          `select id, invoice_no <> '' as is_numbered,
             (started_on is not null or (received > 0 and status <> 12)) as is_invoice
           from visit where id = any($1::uuid[])`,
          [ids],
        )
        expect(rows.filter(({ is_numbered, is_invoice }) => is_invoice && !is_numbered)).toEqual([])
        expect(await seriesOf(ANDHERI)).toEqual(EXPECTED)
      },
    ),
    { numRuns: 12 },
  )
  server.clock.now = before
})
