import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { keepDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { askAdmin } from '#tests/server/features/look-inside.ts'
import { type DemoServer, openDemo, PHP } from '#tests/server/features/open-demo.ts'
import { personId } from '#tests/server/features/reports/report-fixture.ts'
import { aDraft } from '../support/rows.ts'
import { anAuthor } from '../support/test-page.ts'
import { type Copies, freshRevisions, NEVER, openCopies, revisions } from './copies.ts'

let demo: DemoServer
beforeAll(async () => {
  demo = await openDemo()
})
afterAll(() => demo.close())

const [ONE = '', TWO = ''] = SANJEEVANI.branches.map(({ id }) => id)

async function filled(username: string): Promise<Copies> {
  const device = await openCopies(demo, username)
  await device.puller.pull()
  return device
}
const studies = async ({ databases }: Copies, branch?: string) =>
  (await databases.cache.studies.toArray()).filter((row) => branch === undefined || row.branch === branch)
    .length
const giveBranches = (username: string, branches: string[]) =>
  askAdmin(demo, 'update app_user set branch_ids = $2 where username = $1', [username, branches])

/** Expects that without an action of the person, the next pull brings the device to the state of a new one. */
async function expectAsNew(device: Copies, username: string): Promise<void> {
  await device.puller.pull()
  expect(await revisions(device.databases)).toEqual(await freshRevisions(demo, username))
  expect((await readCacheState(device.databases.cache)).isComplete).toBe(true)
  expect(await device.repairer.run(NEVER)).toBe(0)
}

test('an added branch fills the copies, a removed one empties them', async () => {
  await giveBranches('reception.andheri', [ONE])
  const device = await filled('reception.andheri')
  expect([(await studies(device, ONE)) > 0, await studies(device, TWO)]).toEqual([true, 0])
  await giveBranches('reception.andheri', [ONE, TWO])
  await expectAsNew(device, 'reception.andheri')
  expect(await studies(device, TWO)).toBeGreaterThan(0)
  await giveBranches('reception.andheri', [TWO])
  await expectAsNew(device, 'reception.andheri')
  expect([await studies(device, ONE), (await studies(device, TWO)) > 0]).toEqual([0, true])
})

test('an unassigned doctor loses the study and its draft, and the next doctor receives both', async () => {
  const [from, to] = [await filled('dr.iyer'), await filled('dr.khan')]
  const own = await from.databases.cache.studies.where('status').equals('Draft').toArray()
  const others = new Set(await to.databases.cache.studies.toCollection().primaryKeys())
  const study = own.find(({ id, assigned }) => assigned === personId('dr.iyer') && !others.has(id))
  const admin = await demo.signIn('admin.sanjeevani')
  const change = { study_id: study?.id, assigned_doctor_id: personId('dr.khan'), signed_by_doctor_id: null }
  expect((await admin.post(`${PHP}assignDoctor`, change)).status).toBe(200)
  await expectAsNew(from, 'dr.iyer')
  await expectAsNew(to, 'dr.khan')
  expect(await from.databases.cache.studies.get(study!.id)).toBeUndefined()
  expect(await to.databases.cache.studies.get(study!.id)).toBeDefined()
})

test('a removed permission evicts whole branches; records of unsent work stay', async () => {
  const device = await filled('manager.andheri')
  expect(await studies(device)).toBeGreaterThan(20)
  const [kept] = await device.databases.cache.studies.toCollection().primaryKeys()
  const draft = aDraft('typed', { study_id: kept! })
  await keepDraftIn(device.databases, anAuthor(device.databases.userId), draft, saveLabel)
  const [role] = await askAdmin<{ modules: string[]; id: number }>(
    demo,
    'select r.id, r.modules from role r join app_user u on u.client_id = r.client_id and u.role_id = r.id where u.username = $1',
    ['manager.andheri'],
  )
  const setModules = (modules: string[]) =>
    askAdmin(demo, 'update role set modules = $2 where client_id = $3 and id = $1', [
      role?.id,
      modules,
      SANJEEVANI.id,
    ])
  await setModules([])
  await device.puller.pull()
  expect(await device.databases.cache.studies.toCollection().primaryKeys()).toEqual([kept])
  const reports = await device.databases.cache.reports.toCollection().primaryKeys()
  expect(reports.filter((id) => id !== draft.report_id)).toEqual([])
  expect(await device.databases.work.drafts.count()).toBe(1)
  expect(await device.repairer.run(NEVER)).toBe(0)
  await setModules(role?.modules ?? [])
  await expectAsNew(device, 'manager.andheri')
})

test('a reader with the patient portal alone holds only the reports of activated studies, and gets them at once', async () => {
  await askAdmin(
    demo,
    `insert into role (client_id, id, name, modules) values ($1, 20, 'Portal', '{view_patient_portal_archives}')`,
    [SANJEEVANI.id],
  )
  await askAdmin(
    demo,
    `update app_user set role_id = 20, branch_ids = $1 where username = 'reception.kothrud'`,
    [[ONE, TWO]],
  )
  const device = await filled('reception.kothrud')
  const held = async () => new Set((await device.databases.cache.reports.toArray()).map((row) => row.study))
  const all = await device.databases.studies.openAll(await device.databases.cache.studies.toArray())
  const active = new Set(all.filter(({ body }) => body.is_active_for_patient === 1).map(({ id }) => id))
  expect((await held()).size).toBeGreaterThan(0)
  expect([...(await held())].filter((study) => !active.has(study))).toEqual([])

  const study = all.find(({ body }) => body.status === 'Signed' && !active.has(body.id))!
  const admin = await demo.signIn('admin.sanjeevani')
  const activate = () => admin.post(`${PHP}activateStudyPatient`, { study_id: study.id, no_of_days: 2 })
  expect((await activate()).status).toBe(200)
  await expectAsNew(device, 'reception.kothrud')
  expect(await held()).toContain(study.id)
  expect((await admin.post(`${PHP}deactivateStudyPatient`, { study_id: study.id })).status).toBe(200)
  await expectAsNew(device, 'reception.kothrud')
  expect(await held()).not.toContain(study.id)

  await activate()
  await device.puller.pull()
  const { now } = demo.clock
  await askAdmin(demo, 'update study set active_until = $2 where id = $1', [
    study.id,
    new Date(now.getTime() + 60_000),
  ])
  demo.clock.now = new Date(now.getTime() + 600_000)
  // No message is sent when the days end: the comparison of sums finds it.
  await device.repairer.run(NEVER)
  expect(await held()).not.toContain(study.id)
  demo.clock.now = now
})
