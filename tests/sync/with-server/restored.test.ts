import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceCalls } from '#contract/calls/devices.ts'
import type { PatientInput } from '#contract/calls/patient-desk.ts'
import { reportCalls } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { QueueInput, QueueKey } from '#contract/registry.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { findEpoch } from '#src/sync/journal/known-epoch.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { askAdmin } from '#tests/server/features/look-inside.ts'
import {
  ANDHERI,
  type BookingFixture,
  bookingOf,
  freeTime,
  KOTHRUD,
  openBookingFixture,
} from '#tests/server/features/visit-desk/booking-fixture.ts'
import { aDraft } from '../support/rows.ts'
import { isDrained, until } from '../support/test-page.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'
import { openRestorable, type RestorableDemo } from './restorable.ts'

let demo: RestorableDemo
let fixture: BookingFixture
const pages: DemoPage[] = []
const open = async (username: string) => {
  const page = await openDemoPage(demo, username)
  pages.push(page)
  await until(
    async () => (await readCacheState(page.databases.cache)).isComplete,
    `first pull of ${username}`,
  )
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

const cut = () => pages.forEach(({ link }) => link.set(false))
const drained = (page: DemoPage) =>
  orSay(
    page,
    until(() => isDrained(page.databases), 'the delivery'),
  )
/** Delivered and pulled: only the journal still holds it. */
const left = (page: DemoPage) =>
  orSay(
    page,
    until(async () => (await page.databases.work.outbox.count()) === 0, 'the end of the outbox'),
  )

/** Waits until the page is in touch with the restored server and everything that was sent again is delivered. */
async function isBack(page: DemoPage, before: string | undefined): Promise<void> {
  await until(async () => (await findEpoch(page.databases.work)) !== before, 'the new history')
  await left(page)
}

/** Throws with the cause, if the wait fails. */
async function orSay({ databases, session, errors }: DemoPage, awaited: Promise<void>): Promise<void> {
  await awaited.catch(async (cause: Error) => {
    const rows = await databases.outbox.openAll(await databases.work.outbox.toArray())
    const lines = rows.map(({ call, state, flags, lastError, body }) =>
      JSON.stringify([call, state, flags, lastError?.code, body.refusal]),
    )
    throw new Error(`${session.name}: ${cause.message}\n${[...lines, ...errors].join('\n')}`, { cause })
  })
}

async function act<K extends QueueKey>(page: DemoPage, key: K, input: QueueInput<K>, depends: string[] = []) {
  const id = await enqueueCommand(page.databases, page.device.author, { key, input, label: key, depends })
  page.device.wake()
  return id
}

/** The names are not alike, so that nobody counts as a duplicate. */
const PEOPLE = [
  { fname: 'Zubeida', lname: 'Quraishi', mobile: '9820011111', dob: '1951-02-03' },
  { fname: 'Hemlata', lname: 'Oberoi', mobile: '9930522222', dob: '1964-05-17' },
  { fname: 'Wanda', lname: 'Ferreira', mobile: '9768333333', dob: '1977-08-29' },
  { fname: 'Ishwari', lname: 'Jadhav', mobile: '9004444441', dob: '1988-11-12' },
  { fname: 'Thangam', lname: 'Vellore', mobile: '9167755555', dob: '1999-01-23' },
]
let visits = 0
/** Registers a patient, books a visit and takes two receipts, as a desk does one after another. */
async function serve(page: DemoPage, branch: string) {
  const patient = {
    id: randomUUID(),
    ...PEOPLE[visits],
    gender: 'Female',
  } as PatientInput
  const first = await act(page, 'patient/save', patient)
  const booking = bookingOf({ ...fixture, patientId: patient.id }, { branch, start: freeTime(60 * visits++) })
  const second = await act(page, 'appt/save', booking, [first])
  const receipts = [400, 600].map((amount) => ({ id: randomUUID(), mode: 'Cash' as const, amount }))
  for (const receipt of receipts)
    await act(page, 'appt/createReceipts', { appt_id: booking.id, receipts: [receipt] }, [second])
  return { patient: patient.id, visit: booking.id, receipts: receipts.map(({ id }) => id) }
}

const taken = new Set<string>()
async function freeStudy({ databases }: DemoPage, alsoFor: DemoPage): Promise<StudyRow> {
  const rows = await databases.studies.openAll(await databases.cache.studies.toArray())
  const seen = new Set(await alsoFor.databases.cache.studies.toCollection().primaryKeys())
  const free = rows.find(
    ({ body }) =>
      body.status.startsWith('P') &&
      body.assigned_doctor_id === null &&
      body.no_of_reports === 1 &&
      seen.has(body.id) &&
      !taken.has(body.id),
  )
  taken.add(free!.id)
  return free!.body
}

async function save(page: DemoPage, study: StudyRow, text: string, base?: number) {
  const draft = aDraft(text, { study_id: study.id, base_rev: base })
  await saveDraftIn(page.databases, page.device.author, draft, 'Draft', saveLabel)
  page.device.wake()
  await drained(page)
}
const onServer = async (page: DemoPage, study: StudyRow) =>
  (await page.call(reportCalls.reportDetail, { id: study.id })).result.reports[0]

/** Returns every number of the client by its record. */
async function numbers(): Promise<Map<string, string>> {
  const rows = await askAdmin<{ id: string; no: string }>(
    demo,
    `select id, receipt_no as no from receipt union all select id, visit_no from visit
     union all select id, pat_id from patient`,
  )
  return new Map(rows.map(({ id, no }) => [id, no]))
}

test('three desks and two doctors: a restored backup loses nothing acknowledged and assigns no number twice', async () => {
  const desks = [await open('desk.andheri'), await open('reception.andheri'), await open('reception.kothrud')]
  const [mehta, iyer] = [await open('dr.mehta'), await open('dr.deshpande')]
  const [own, shared] = [await freeStudy(mehta, iyer), await freeStudy(mehta, iyer)]
  await save(mehta, shared, 'in the backup')
  cut()
  await demo.backup()
  for (const { link } of pages) link.set(true)

  const [andheri, other, kothrud] = desks as [DemoPage, DemoPage, DemoPage]
  const served = [
    await serve(andheri, ANDHERI),
    await serve(other, ANDHERI),
    await serve(kothrud, KOTHRUD),
    await serve(andheri, ANDHERI),
  ]
  await save(mehta, own, 'one')
  await save(mehta, own, 'one and two')
  await Promise.all(desks.map(drained))
  // In turns, each on the text of the other: no single device knows the whole history of the report.
  const begun = await onServer(mehta, shared)
  await save(iyer, shared, 'deshpande', begun?.rev)
  const second = await onServer(mehta, shared)
  await mehta.databases.work.drafts.clear()
  await save(mehta, shared, 'deshpande and mehta', second?.rev)
  const before = await numbers()
  await Promise.all(pages.map(left))
  const epoch = await findEpoch(mehta.databases.work)
  cut()

  await demo.restore()
  // Errors of requests during the restore are not errors of the later steps.
  for (const { errors } of pages) errors.length = 0
  expect((await numbers()).get(served[0]!.visit)).toBeUndefined()
  // The first desk is back alone and continues: its numbers are beyond any that a device may hold.
  other.link.set(true)
  const anew = await serve(other, ANDHERI)
  await isBack(other, epoch)
  for (const page of [mehta, kothrud, andheri, iyer]) {
    page.link.set(true)
    page.device.refresh()
  }
  await Promise.all(pages.map((page) => isBack(page, epoch)))

  const after = await numbers()
  expect(new Map([...before].map(([id]) => [id, after.get(id)]))).toEqual(before)
  const fresh = [anew.visit, anew.patient, ...anew.receipts].map((id) => after.get(id))
  expect(fresh.every((no) => no !== undefined && ![...before.values()].includes(no))).toBe(true)
  expect((await onServer(mehta, own))?.report_data).toBe('<p>one and two</p>')
  expect((await onServer(mehta, shared))?.report_data).toBe('<p>deshpande and mehta</p>')
  const returned = await askAdmin<{ n: number; open: number }>(
    demo,
    'select count(*)::int as n, (count(*) filter (where returned is null))::int as open from restored_command',
  )
  expect(returned).toEqual([{ n: 4 * 4 + 2 + 2, open: 0 }])
  expect(pages.flatMap(({ errors }) => errors)).toEqual([])

  const admin = await open('admin.sanjeevani')
  const [report] = (await admin.call(deviceCalls.restores, {})).result
  expect(report).toMatchObject({ missing: [], missing_count: 0, twice: [] })
  const back = report?.devices.map(({ user_name, lacking, returned }) => [user_name, lacking, returned])
  expect(new Set(back)).toEqual(
    new Set([
      ['Shilpa Rane', 8, 8],
      ['Pooja Sawant', 4, 4],
      ['Amit Gokhale', 4, 4],
      [mehta.session.name, 3, 3],
      [iyer.session.name, 1, 1],
    ]),
  )
  await expect(mehta.call(deviceCalls.restores, {})).rejects.toMatchObject({ code: 'not_permitted' })
}, 120_000)

test('a save on a revision lost by the restore is a conflict, even if the number is the same again', async () => {
  const [mehta, iyer] = [await open('dr.mehta'), await open('dr.deshpande')]
  const study = await freeStudy(mehta, iyer)
  await save(mehta, study, 'kept')
  cut()
  await demo.backup()
  for (const { link } of pages) link.set(true)
  await save(mehta, study, 'lost')
  const lost = await onServer(mehta, study)
  await left(mehta)
  // The device that wrote it never returns with it.
  await mehta.databases.work.journal.clear()
  cut()
  await demo.restore()

  iyer.link.set(true)
  const now = await onServer(iyer, study)
  await save(iyer, study, 'newer', now?.rev)
  expect((await onServer(iyer, study))?.rev).toBe(lost?.rev)
  const draft = aDraft('continued from what was lost', { study_id: study.id, base_rev: lost?.rev })
  const id = await saveDraftIn(mehta.databases, mehta.device.author, draft, 'Draft', saveLabel)
  mehta.link.set(true)
  mehta.device.refresh()
  await until(async () => (await mehta.databases.work.outbox.get(id))?.state === 'parked', 'the conflict')
  expect((await mehta.databases.work.outbox.get(id))?.lastError?.code).toBe('conflict')
  expect((await onServer(iyer, study))?.report_data).toBe('<p>newer</p>')
  expect(reportIdOf(study.id, 1)).toBe(now?.id)
}, 120_000)
