import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookingRow } from '#contract/calls/bookings.ts'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import { isStudyPart, isVisitPart } from '#contract/records/records.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { NO_RECORDS, sumOf, withRecord } from '#domain/sync/checksum.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from './look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from './open-demo.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

interface Row {
  type: string
  id: string
  rev: number
  op: 'put' | 'leave'
  scope: string
  body: unknown
}
interface Sum {
  type: string
  day: string
  count: number
  sum: number
}

const manyIds = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(',')
const PEOPLE = ['dr.mehta', 'dr.iyer', 'admin.sanjeevani', 'reception.andheri', 'manager.andheri']

/** Pulls everything that a new device receives, each record once: a record of two scopes arrives by both. */
async function pullAll(desk: ApiUser) {
  const held = new Map<string, Row>()
  let windows: Record<string, { from: string }> = {}
  let pos = 0
  for (let cursor: string | undefined, more = true; more; ) {
    const { body } = await desk.get('sync/pull', { limit: '300', ...(cursor ? { cursor } : {}) })
    for (const row of body.rows as Row[]) held.set(`${row.type} ${row.id}`, row)
    ;({ cursor, more, windows, pos } = body)
  }
  return { rows: [...held.values()], windows, pos }
}

const key = ({ type, day }: { type: string; day: string }) => `${type} ${day}`

/** Calculates the sums as decision 064 defines them, from the received bodies. */
function sumsOf({ rows, windows }: Awaited<ReturnType<typeof pullAll>>): Map<string, Sum> {
  const received = new Map(
    rows
      .filter(({ type }) => type === 'study')
      .map(({ id, body }) => [id, (body as StudyRow).received_datetime]),
  )
  const starts = new Map(
    rows.filter(({ type }) => type === 'visit').map(({ id, body }) => [id, (body as VisitRow).start_dt]),
  )
  const dayOfRow = ({ type, body }: Row): string | undefined => {
    if (type === 'study') return (body as StudyRow).received_datetime.slice(0, 10)
    if (isStudyPart(type)) return received.get((body as { study_id: string }).study_id)?.slice(0, 10)
    if (isVisitPart(type)) return starts.get((body as { appt_id: string }).appt_id)?.slice(0, 10)
    if (type === 'visit') return (body as VisitRow).start_dt.slice(0, 10)
    if (type === 'patient') return (body as PatientRow).touched.slice(0, 10)
    if (type === 'booking_request') return (body as BookingRow).created.slice(0, 10)
    if (type !== 'report') return ''
    const report = body as ReportRow
    if (!isSigned(report.status)) return ''
    const instant = received.get(report.study_id)
    return instant !== undefined && instant >= (windows.report?.from ?? '') ? instant.slice(0, 10) : undefined
  }
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const day = dayOfRow(row)
    if (day === undefined) continue
    const place = { type: row.type, day }
    sums.set(key(place), { ...place, ...withRecord(sums.get(key(place)) ?? NO_RECORDS, row.id, row.rev) })
  }
  return sums
}

const asked = async (desk: ApiUser) => (await desk.get('sync/checksums')).body as { pos: number; sums: Sum[] }
const byKey = (sums: readonly Sum[]) => new Map(sums.map((sum) => [key(sum), sum]))

test.each(PEOPLE)('the sums for %s are exactly of what a new device is brought', async (username) => {
  const desk = await server.signIn(username)
  const brought = await pullAll(desk)
  const { pos, sums } = await asked(desk)
  expect(byKey(sums)).toEqual(sumsOf(brought))
  expect(pos).toBe(brought.pos)
  expect(new Set(sums.map(({ type }) => type)).size).toBeGreaterThan(4)
})

test.each(PEOPLE)('the revisions of a day add up to its sum for %s', async (username) => {
  const desk = await server.signIn(username)
  const { sums } = await asked(desk)
  const some = sums.filter((sum, i) => sum.day === '' || i % 17 === 0)
  for (const { type, day, count, sum } of some) {
    const { body } = await desk.get('sync/revisions', { type, day })
    expect(sumOf(body.rows), `${type} ${day}`).toEqual({ count, sum })
  }
})

test('a change alters the checksum of its day only; without a change the response is the same', async () => {
  const desk = await server.signIn('admin.sanjeevani')
  const before = await asked(desk)
  expect(await asked(desk)).toEqual(before)
  const { rows } = await pullAll(desk)
  const study = rows.find(({ type, body }) => type === 'study' && (body as StudyRow).status === 'Pending')
  const { id, received_datetime, assigned_doctor_id } = study!.body as StudyRow
  const visit = rows.find(
    ({ type, body }) =>
      type === 'visit' && (body as VisitRow).services.some(({ study_id }) => study_id === id),
  )
  const doctors = rows.filter(({ type, id: doctor }) => type === 'doctor' && doctor !== assigned_doctor_id)
  const answer = await desk.post(`${PHP}assignDoctor`, {
    study_id: id,
    assigned_doctor_id: doctors[0]?.id,
    signed_by_doctor_id: null,
  })
  expect(answer.status).toBe(200)
  const after = await asked(desk)
  expect(after.pos).toBeGreaterThan(before.pos)
  const old = byKey(before.sums)
  const moved = after.sums.filter((sum) => sum.sum !== old.get(key(sum))?.sum)
  // Its visit shows the doctor too.
  const day = (visit?.body as VisitRow | undefined)?.start_dt.slice(0, 10)
  const wanted = [`study ${received_datetime.slice(0, 10)}`, ...(day ? [`visit ${day}`] : [])]
  expect(moved.map(key).toSorted()).toEqual(wanted)
})

test('removed rights take effect at once, even if the feed has not moved', async () => {
  const desk = await server.signIn('reception.andheri')
  const before = await asked(desk)
  await askAdmin(server, "update app_user set branch_ids = '{}' where username = 'reception.andheri'")
  const after = await asked(desk)
  expect(after.pos).toBe(before.pos)
  expect(before.sums.some(({ type }) => type === 'study')).toBe(true)
  expect(after.sums.some(({ type }) => type === 'study' || type === 'branch')).toBe(false)
})

test('records arrive under a scope of the caller; others are removed', async () => {
  const iyer = await server.signIn('dr.iyer')
  const { rows } = await pullAll(iyer)
  const own = rows.filter(({ type }) => type === 'study')
  const all = await pullAll(await server.signIn('admin.sanjeevani'))
  const ids = new Set(own.map(({ id }) => id))
  const foreign = all.rows.find(({ type, id }) => type === 'study' && !ids.has(id))
  const asking = [own[0]?.id, foreign?.id, SANJEEVANI.id].join(',')
  const { body } = await iyer.get('sync/records', { type: 'study', ids: asking })
  expect(body.rows).toEqual([
    { ...own[0], scope: body.rows[0].scope },
    { type: 'study', id: foreign?.id, rev: 0, op: 'leave', scope: '' },
    { type: 'study', id: SANJEEVANI.id, rev: 0, op: 'leave', scope: '' },
  ])
})

test('every record of each type is returned as it was pulled', async () => {
  const desk = await server.signIn('dr.mehta')
  const { rows } = await pullAll(desk)
  const { granted } = (await desk.get('sync/pull')).body as { granted: string[] }
  for (const type of new Set(rows.map((row) => row.type))) {
    const some = rows.filter((row) => row.type === type).slice(0, 200)
    const { body } = await desk.get('sync/records', { type, ids: some.map(({ id }) => id).join(',') })
    const brought = some.map((row, i) => ({ ...row, scope: body.rows[i].scope as string }))
    expect(body.rows).toEqual(brought)
    expect(new Set(brought.map(({ scope }) => granted.includes(scope)))).toEqual(new Set([true]))
  }
})

test('a client sees nothing of another one, and without a session the request is refused', async () => {
  const stranger = await server.signIn('admin.alnoor')
  const own = await pullAll(await server.signIn('admin.sanjeevani'))
  const study = own.rows.find(({ type }) => type === 'study')
  const { body } = await stranger.get('sync/records', { type: 'study', ids: study?.id ?? '' })
  expect(body.rows).toMatchObject([{ op: 'leave' }])
  const days = new Set(own.rows.filter(({ type }) => type === 'tag').map(({ id }) => id))
  const tags = (await stranger.get('sync/revisions', { type: 'tag', day: '' })).body.rows as { id: string }[]
  expect(tags.filter(({ id }) => days.has(id))).toEqual([])
  const nobody = await server.send({ method: 'GET', url: '/api/sync/checksums' })
  expect(nobody.status).toBe(403)
})

test.each([
  ['a day that is none', 'revisions', { type: 'study', day: 'yesterday' }],
  ['a day that no calendar has', 'revisions', { type: 'study', day: '2026-02-31' }],
  ['a type that no device holds', 'revisions', { type: 'invoice', day: '' }],
  ['what is no id', 'records', { type: 'study', ids: 'x' }],
  ['more than 200 ids', 'records', { type: 'study', ids: manyIds(201) }],
])('%s is refused', async (_what, call, query) => {
  const desk = await server.signIn('dr.mehta')
  const answer = await desk.get(`sync/${call}`, { ...query })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
})
