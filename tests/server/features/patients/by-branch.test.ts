import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectPatientPage } from '#server/features/patients/list-store.ts'
import { hasManyPatients } from '#server/features/patients/of-branch.ts'
import type { Caller } from '#server/kernel/context.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import {
  ANDHERI,
  type BookingFixture,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  KOTHRUD,
  machineOf,
  openBookingFixture,
} from '../visit-desk/booking-fixture.ts'
import { find, putPatient } from './patient-fixture.ts'

let demo: DemoServer
let andheri: ApiUser
let kothrud: ApiUser
let admin: ApiUser
let front: BookingFixture
beforeAll(async () => {
  demo = await openDemo()
  andheri = await demo.signIn('reception.andheri')
  kothrud = await demo.signIn('reception.kothrud')
  admin = await demo.signIn('admin.sanjeevani')
  front = await openBookingFixture(demo)
})
afterAll(() => demo.close())

interface Row {
  type: string
  op: string
  id: string
  scope: string
}

/** Returns all rows after the cursor. */
async function pullFrom(desk: ApiUser, cursor?: string): Promise<{ rows: Row[]; cursor: string }> {
  const rows: Row[] = []
  for (let at = cursor; ; ) {
    const { body } = await desk.get('sync/pull', { limit: '1000', ...(at && { cursor: at }) })
    rows.push(...body.rows.filter(({ type }: Row) => type === 'patient'))
    at = body.cursor as string
    if (!body.more) return { rows, cursor: at }
  }
}
const idsOf = (rows: readonly Row[]) => rows.filter(({ op }) => op === 'put').map(({ id }) => id)

/** Implements the rule independently of the server's query. */
const patientsOf = async (branch: string) =>
  (
    await askAdmin<{ id: string }>(
      demo,
      `select id from patient p where client_id = $1 and hidden is null and (
         id in (select patient_id from visit where branch_id = $2)
         or id in (select patient_id from study where branch_id = $2 and hidden is null and patient_id is not null)
         or id in (select patient_id from booking_request where branch_id = $2 and hidden is null and patient_id is not null))`,
      [CLIENT, branch],
    )
  ).map(({ id }) => id)

const elsewhere = async () => {
  const here = new Set(await patientsOf(ANDHERI))
  const there = (await patientsOf(KOTHRUD)).filter((id) => !here.has(id))
  const [patient] = await askAdmin<{
    id: string
    pat_id: string
    fname: string
    lname: string
    mobile: string
    dob: string
  }>(
    demo,
    "select id, pat_id, fname, lname, mobile, to_char(dob, 'YYYY-MM-DD') as dob from patient where id = any($1) and dob is not null order by pat_id limit 1",
    [there],
  )
  return patient!
}
const auditOf = async (id: string) =>
  (await readAudit(demo, CLIENT, 'patient')).filter(
    ({ action, record_id }) => action === 'read_other_branch' && record_id === id,
  ).length

test('a device receives the patients of its own branches only', async () => {
  for (const [desk, branch] of [
    [andheri, ANDHERI],
    [kothrud, KOTHRUD],
  ] as const) {
    const { rows } = await pullFrom(desk)
    expect(new Set(idsOf(rows))).toEqual(new Set(await patientsOf(branch)))
    expect(new Set(rows.map(({ scope }) => scope))).toEqual(new Set([`patients:${branch}`]))
  }
  const all = await askAdmin<{ id: string }>(
    demo,
    'select id from patient where client_id = $1 and hidden is null',
    [CLIENT],
  )
  expect(new Set(idsOf((await pullFrom(admin)).rows))).toEqual(new Set(all.map(({ id }) => id)))
})

test('search finds patients of other branches by exact number, or by name with the date of birth, and records it', async () => {
  const { id, pat_id, fname, lname, mobile, dob } = await elsewhere()
  const name = `${fname} ${lname}`
  expect(await find(kothrud, name)).toContain(id)
  expect(await find(andheri, name)).not.toContain(id)
  expect(await find(andheri, mobile.slice(0, 7))).not.toContain(id)
  expect(await auditOf(id)).toBe(0)
  expect(await find(andheri, name, { dob })).toContain(id)
  expect(await find(andheri, pat_id)).toContain(id)
  expect(await find(andheri, mobile)).toContain(id)
  expect(await auditOf(id)).toBe(3)
  const listed = await andheri.get(`${PHP}patients`, { p: '1', ps: '1000' })
  const own = new Set(await patientsOf(ANDHERI))
  expect(listed.body.result.data.every((patient: { id: string }) => own.has(patient.id))).toBe(true)
  expect(listed.body.result.page.total_records).toBe(own.size)
  expect(await find(admin, name)).toContain(id)
})

test('opening a patient of another branch is in the trail, and a registration still finds possible duplicates', async () => {
  const { id, fname, lname, mobile, dob } = await elsewhere()
  const before = await auditOf(id)
  expect((await andheri.get(`${PHP}patient/detail/${id}`)).status).toBe(200)
  expect(await auditOf(id)).toBe(before + 1)
  expect((await kothrud.get(`${PHP}patient/detail/${id}`)).status).toBe(200)
  expect(await auditOf(id)).toBe(before + 1)
  const typed = { fname, lname, mobile, gender: '', dob }
  const { body } = await andheri.post(`${PHP}patient/likely`, typed)
  expect(body.result.map(({ patient }: { patient: { id: string } }) => patient.id)).toContain(id)
  expect(await auditOf(id)).toBe(before + 2)
})

test('the first visit at a branch brings the patient to its devices, by the feed', async () => {
  const [here, there] = [await pullFrom(andheri), await pullFrom(kothrud)]
  const { id } = await elsewhere()
  expect(idsOf(here.rows)).not.toContain(id)
  await booked(admin, bookingOf(front, { start: freeTime(420), more: { patient_id: id } }))
  const after = await pullFrom(andheri, here.cursor)
  expect(after.rows.map(({ op, id: one, scope }) => [op, one, scope])).toEqual([
    ['put', id, `patients:${ANDHERI}`],
  ])
  expect((await pullFrom(kothrud, there.cursor)).rows.filter(({ op }) => op === 'leave')).toEqual([])
})

test('a patient who was only registered belongs to the branches of the registering user, until a visit changes that', async () => {
  const [here, there] = [await pullFrom(andheri), await pullFrom(kothrud)]
  const { id } = await putPatient(andheri)
  const registered = await pullFrom(andheri, here.cursor)
  expect(idsOf(registered.rows)).toEqual([id])
  expect((await pullFrom(kothrud, there.cursor)).rows).toEqual([])
  const wish = { branch: KOTHRUD, machine: machineOf('MRI 1', KOTHRUD), start: freeTime(450) }
  await booked(admin, bookingOf(front, { ...wish, more: { patient_id: id } }))
  expect(idsOf((await pullFrom(kothrud, there.cursor)).rows)).toEqual([id])
  expect((await pullFrom(andheri, registered.cursor)).rows.map(({ op, id: one }) => [op, one])).toEqual([
    ['leave', id],
  ])
})

test.each([
  ['the newest patients of the client', 2_000],
  ['all records of its branches', 3],
])(
  'a desk’s list has exactly the patients of its branches, page by page, read from %s',
  async (_, lately) => {
    for (const [branch, person] of [
      [ANDHERI, 'reception.andheri'],
      [KOTHRUD, 'reception.kothrud'],
    ] as const) {
      const wanted = new Set(await patientsOf(branch))
      const caller = { clientId: CLIENT, isClientAdmin: false, branchIds: [branch] } as unknown as Caller
      const listed: string[] = []
      const [admins] = await askAdmin<{ id: string }>(
        demo,
        `select array_agg(id) as id from app_user where client_id = $1 and $2::uuid = any(branch_ids)`,
        [CLIENT, branch],
      )
      const registered = await askAdmin<{ id: string }>(
        demo,
        `select id from patient p where client_id = $1 and hidden is null and created_by = any($2::uuid[])
         and not exists (select from visit v where v.patient_id = p.id)
         and not exists (select from study v where v.patient_id = p.id and v.hidden is null and v.branch_id is not null)
         and not exists (select from booking_request v where v.patient_id = p.id and v.hidden is null and v.branch_id is not null)`,
        [CLIENT, admins?.id ?? []],
      )
      for (const { id } of registered) wanted.add(id)
      for (let p = 1; ; p += 1) {
        const page = await demo.db.database.tenant(CLIENT, (tx) =>
          selectPatientPage(tx, caller, { p, ps: 7 }, lately),
        )
        expect(page.matching, person).toBe(wanted.size)
        listed.push(...page.rows.map(({ id }) => id))
        if (page.rows.length < 7) break
      }
      expect(new Set(listed)).toEqual(wanted)
      expect(listed).toHaveLength(wanted.size)
    }
  },
)

test('a desk opens its list with the call, and counts no further than it must', async () => {
  const { status, body } = await andheri.get(`${PHP}patients`, { p: '1', ps: '10' })
  expect(status).toBe(200)
  expect(body.result.data).toHaveLength(10)
  const many = await demo.db.database.tenant(CLIENT, async (tx) => [
    await hasManyPatients(tx, [ANDHERI], 5),
    await hasManyPatients(tx, [ANDHERI], 1_000_000),
  ])
  expect(many).toEqual([true, false])
})
