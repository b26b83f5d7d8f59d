import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ROLES } from '#server/features/demo/centre/roles.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { ANDHERI, feedOf, putStudy } from '../reports/report-fixture.ts'
import { find, putPatient, registration, savePatient } from './patient-fixture.ts'

let server: DemoServer
let admin: ApiUser
let desk: ApiUser
beforeAll(async () => {
  server = await openDemo()
  await askAdmin(
    server,
    `update role set modules = array_append(modules, 'merge_patients')
     where client_id = $1 and id = $2 and not 'merge_patients' = any(modules)`,
    [CLIENT, DEMO_ROLES.administrator],
  )
  admin = await server.signIn('admin.sanjeevani')
  desk = await server.signIn('reception.kothrud')
})
afterAll(() => server.close())

const merge = (kept: string, merged: string, fields: string[] = [], id: string = mintId()) =>
  admin.post(`${PHP}patient/merge`, { id, kept_id: kept, merged_id: merged, fields })
const unmerge = (id: string) => admin.post(`${PHP}patient/unmerge`, { id })
const detail = async (id: string) => (await admin.get(`${PHP}patient/detail/${id}`)).body.result

async function putVisit(patientId: string): Promise<string> {
  const id = mintId()
  await askAdmin(
    server,
    'insert into visit (client_id, id, visit_no, patient_id, branch_id, start_dt) values ($1, $2::uuid, $2::text, $3, $4, $5)',
    [CLIENT, id, patientId, ANDHERI, new Date('2026-11-22T09:00:00Z')],
  )
  return id
}

const ownerOf = async (table: string, id: string) =>
  (await askAdmin(server, `select patient_id from ${table} where id = $1`, [id]))[0]?.patient_id

test('a merge moves all parts of the other record and hides it, and an un-merge restores everything', async () => {
  const ssn = `M${Date.now()}`
  const kept = await putPatient(desk, { city: 'Pune' })
  const other = await putPatient(desk, { city: 'Mumbai', ssn, email: 'o@b.example' })
  const visit = await putVisit(other.id)
  const ownVisit = await putVisit(kept.id)
  const study = await putStudy(server)
  await askAdmin(server, 'update study set patient_id = $1 where id = $2', [other.id, study])
  const id = mintId()
  const answer = await merge(kept.id, other.id, ['city'], id)
  expect(answer.body.result.patient).toMatchObject({ id: kept.id, city: 'Mumbai', ssn, email: '' })
  expect([await ownerOf('visit', visit), await ownerOf('study', study)]).toEqual([kept.id, kept.id])
  const feed = await feedOf(server, other.id, visit, study)
  expect(feed.filter((row) => row.id === other.id).at(-1)?.op).toBe('leave')
  expect(feed.filter((row) => row.id === visit).at(-1)?.op).toBe('put')
  // The id on an old printed paper still finds the person.
  expect(await find(admin, other.pat_id)).toEqual([kept.id])
  expect((await detail(other.id)).id).toBe(kept.id)
  expect((await merge(kept.id, other.id, ['city'], id)).status).toBe(200)

  const { result } = (await admin.get(`${PHP}patient/merges/${kept.id}`)).body
  expect(result).toMatchObject([
    { id, merged_id: other.id, pat_id: other.pat_id, visits: 1, studies: 1, undone_on: null },
  ])
  const late = await putVisit(kept.id)
  expect((await unmerge(id)).body.result.patient).toMatchObject({ id: kept.id, city: 'Pune', ssn: '' })
  expect(await detail(other.id)).toMatchObject({ id: other.id, city: 'Mumbai', ssn, email: 'o@b.example' })
  const owners = await Promise.all([visit, ownVisit, late].map((one) => ownerOf('visit', one)))
  expect([...owners, await ownerOf('study', study)]).toEqual([other.id, kept.id, kept.id, other.id])
  expect((await admin.get(`${PHP}patient/merges/${kept.id}`)).body.result[0].undone_on).not.toBeNull()
  const lines = (await readAudit(server, CLIENT, 'patient')).filter((line) => line.record_id === kept.id)
  expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(['merge', 'unmerge']))
  expect(JSON.stringify(lines)).not.toContain(kept.fname)
})

test('a field changed after the merge stays unchanged when the merge is undone', async () => {
  const [kept, other] = [await putPatient(desk, { city: 'Pune' }), await putPatient(desk, { city: 'Mumbai' })]
  const id = mintId()
  const { patient } = (await merge(kept.id, other.id, ['city'], id)).body.result
  const edit = { ...registration(), ...patientPart(kept), id: kept.id, rev: patient.rev, city: 'Goa' }
  await savePatient(desk, { ...edit, before: { city: 'Mumbai' } })
  expect((await unmerge(id)).body.result.patient.city).toBe('Goa')
})

const patientPart = ({ fname, lname, mobile, gender, dob }: ReturnType<typeof registration>) => ({
  fname,
  lname,
  mobile,
  gender,
  dob,
})

test('merging needs its permission and two active records, and a merged record accepts no more changes', async () => {
  const [kept, other] = [await putPatient(desk), await putPatient(desk)]
  const input = { id: mintId(), kept_id: kept.id, merged_id: other.id, fields: [] }
  expect((await desk.post(`${PHP}patient/merge`, input)).body.code).toBe('not_permitted')
  expect((await merge(kept.id, kept.id)).body.code).toBe('refused')
  expect((await merge(kept.id, mintId())).status).toBe(404)
  await merge(kept.id, other.id)
  const edit = { ...registration(), id: other.id, rev: 1 }
  expect((await savePatient(desk, edit)).body.code).toBe('refused')
  expect((await merge(other.id, kept.id)).status).toBe(404)
})
