import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StudyRow } from '#contract/calls/studies.ts'
import { DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'

let server: DemoServer
let all: StudyRow[]

const idOf = (username: string) => DEMO_PEOPLE.find((person) => person.username === username)?.id ?? ''
const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map((branch) => branch.id)

beforeAll(async () => {
  server = await openDemo()
  all = await rows(await server.signIn('admin.sanjeevani'), 'archives')
})
afterAll(() => server.close())

async function rows(desk: ApiUser, flag: string): Promise<StudyRow[]> {
  const { body } = await desk.post('study/getList', { flag, ps: 1000 })
  return body.result.data as StudyRow[]
}
const ids = (list: readonly StudyRow[]) => list.map((row) => row.id)
const isMine = (username: string) => (row: StudyRow) =>
  row.assigned_doctor_id === idOf(username) || row.signed_by_doctor_id === idOf(username)

test.each<[string, Record<'archives' | 'worklist' | 'portal', 'no' | ((row: StudyRow) => boolean)>]>([
  ['admin.sanjeevani', { archives: () => true, worklist: () => true, portal: () => true }],
  ['dr.mehta', { archives: isInHouse, worklist: isInHouse, portal: 'no' }],
  ['dr.deshpande', { archives: inKothrud, worklist: inKothrud, portal: 'no' }],
  ['dr.iyer', { archives: 'no', worklist: isMine('dr.iyer'), portal: 'no' }],
  ['dr.kulkarni', { archives: 'no', worklist: isMine('dr.kulkarni'), portal: 'no' }],
  ['manager.andheri', { archives: inAndheri, worklist: inAndheri, portal: inAndheri }],
  ['reception.kothrud', { archives: inKothrud, worklist: 'no', portal: inKothrud }],
  ['tech.andheri', { archives: inAndheri, worklist: 'no', portal: 'no' }],
  ['patient.asha', { archives: 'no', worklist: 'no', portal: 'no' }],
  ['platform', { archives: 'no', worklist: 'no', portal: 'no' }],
])('%s lists the studies that the role and the branches allow, in each mode', async (username, may) => {
  const desk = await server.signIn(username)
  for (const [flag, rule] of Object.entries(may)) {
    if (rule === 'no') {
      const refused = await desk.post('study/getList', { flag })
      expect([refused.status, refused.body.code], flag).toEqual([422, 'not_permitted'])
      expect(refused.body.message).toBe('You are not authorized to access this module.')
    } else {
      expect(ids(await rows(desk, flag)), flag).toEqual(ids(all.filter(rule)))
    }
  }
})

function inAndheri(row: StudyRow) {
  return row.branch_id === ANDHERI
}
function inKothrud(row: StudyRow) {
  return row.branch_id === KOTHRUD
}
function isInHouse(row: StudyRow) {
  return inAndheri(row) || inKothrud(row)
}

test('a filter by another branch does not extend the user’s own', async () => {
  const desk = await server.signIn('manager.andheri')
  const { body } = await desk.post('study/getList', { branch_id: KOTHRUD })
  expect(body.result).toMatchObject({ data: [], page: { total_records: 0 } })
})

test('one study opens by the same rights, and is not found outside of them', async () => {
  const mine = all.find(isMine('dr.iyer'))
  const notMine = all.find((row) => !isMine('dr.iyer')(row))
  const unplaced = all.find((row) => row.branch_id === null)
  const iyer = await server.signIn('dr.iyer')
  expect((await iyer.get(`study/rowDetail/${mine?.id}`)).body.result.id).toBe(mine?.id)
  const refused = await iyer.get(`study/rowDetail/${notMine?.id}`)
  const unknown = await iyer.get('study/rowDetail/019a0000-0000-7000-8000-000000000000')
  expect(refused.status).toBe(404)
  expect(refused.body).toEqual(unknown.body)
  const manager = await server.signIn('manager.andheri')
  expect((await manager.get(`study/rowDetail/${unplaced?.id}`)).status).toBe(404)
})

test('a session without a list opens nothing', async () => {
  const patient = await server.signIn('patient.asha')
  expect((await patient.get(`study/rowDetail/${all[0]?.id}`)).status).toBe(404)
  const platform = await server.signIn('platform')
  expect((await platform.get(`study/rowDetail/${all[0]?.id}`)).body.code).toBe('not_permitted')
})

test('ids of another client are 404 in every call that opens a study', async () => {
  const stranger = await server.signIn('admin.alnoor')
  const study = all[0]?.id
  expect((await stranger.get(`study/rowDetail/${study}`)).status).toBe(404)
  for (const path of ['reportDetail', 'reportHistory', 'report/paper']) {
    expect((await stranger.get(`/phpapi/index.php/${path}/${study}`)).status, path).toBe(404)
  }
})

test('malformed ids are refused as such', async () => {
  const desk = await server.signIn('dr.mehta')
  for (const id of ['1', 'undefined', "x'--", '019A0000-0000-7000-8000-000000000000']) {
    const { status, body } = await desk.get(`study/rowDetail/${encodeURIComponent(id)}`)
    expect([status, body.code], id).toEqual([400, 'invalid'])
  }
})

test('opening a study is in the audit trail, with the user and the study', async () => {
  const desk = await server.signIn('dr.mehta')
  const study = all.find(isInHouse)?.id ?? ''
  await desk.get(`study/rowDetail/${study}`)
  const lines = await readAudit(server, SANJEEVANI.id, 'study')
  expect(lines).toContainEqual(
    expect.objectContaining({ action: 'read', record_id: study, user_id: idOf('dr.mehta') }),
  )
})
