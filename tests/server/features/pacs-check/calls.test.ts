import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { duePacsChecksJob } from '#server/features/pacs-check/check-job.ts'
import type { ApiUser } from '../open-demo.ts'
import { CLIENT, eventually } from '../pacs/pacs-fixture.ts'
import { type CheckFixture, dayOf, daysAgo, openCheckFixture, studyHeader } from './check-fixture.ts'

let desk: CheckFixture
let admin: ApiUser
beforeAll(async () => {
  desk = await openCheckFixture()
  // The demo's clock does not move; a comparison needs the present days.
  desk.server.clock.now = new Date()
  admin = await desk.server.signIn('admin.sanjeevani')
})
beforeEach(() => {
  desk.server.clock.now = new Date()
})
afterAll(() => desk?.close())

interface Server {
  id: string
  state: string
  words: string
  days: { day: string }[]
}
const listOf = async (id: string, query: Record<string, string> = {}) => {
  const answer = await admin.get('pacs/checks', { pacs_id: id, ...query })
  expect(answer.status).toBe(200)
  const [server] = answer.body.result as Server[]
  if (!server) throw new Error('The image server is not listed.')
  return server
}
const compared = (id: string) =>
  eventually(
    () => listOf(id),
    ({ state }) => state !== 'running' && state !== 'never',
  )

test('an administrator requests a comparison, and sees days, names and the result', async () => {
  const { id, holds } = await desk.openArchive({}, 'Archive of the ward')
  holds.set('1.61.1', studyHeader('1.61.1', { pat_id: 'P1', pat_name: 'Rao^Asha', accession_no: 'A1' }))
  holds.set('1.61.2', studyHeader('1.61.2', { day: daysAgo(3) }))
  expect(await listOf(id)).toMatchObject({
    name: 'Archive of the ward',
    status: 1,
    check_days: 14,
    state: 'never',
    started_on: null,
    days: [],
  })
  const asked = await admin.post('pacs/checkNow', { pacs_id: id })
  expect(asked).toMatchObject({ status: 200, body: { result: { state: 'running' } } })
  const first = await compared(id)
  expect(first).toMatchObject({ state: 'ok', words: '', days_left: 0 })
  expect(first.days.length).toBe(15)
  const differing = await listOf(id, { only_differences: '1' })
  const none = { missing_there: 0, changed_there: 0, deleted_here: 0 }
  expect(differing.days).toMatchObject([
    {
      ...none,
      day: dayOf(daysAgo(1)),
      aet: 'CT1',
      count_there: 1,
      count_here: 0,
      missing_here: 1,
      fetched: 1,
    },
    {
      ...none,
      day: dayOf(daysAgo(3)),
      aet: 'CT1',
      count_there: 1,
      count_here: 0,
      missing_here: 1,
      fetched: 1,
    },
  ])
  const ranged = await listOf(id, { from_date: dayOf(daysAgo(3)), to_date: dayOf(daysAgo(2)) })
  expect(ranged.days.map(({ day }) => day)).toEqual([dayOf(daysAgo(2)), dayOf(daysAgo(3))])
  const gaps = await admin.get('pacs/checkGaps', { pacs_id: id, day: dayOf(daysAgo(1)), aet: 'CT1' })
  expect(gaps.body.result).toMatchObject({
    data: [
      {
        study_iuid: '1.61.1',
        kind: 'missing_here',
        pat_id: 'P1',
        pat_name: 'Asha Rao',
        accession_no: 'A1',
        fetched_on: expect.any(String) as string,
        missing_since: null,
        changed: null,
      },
    ],
    page: { total_records: 1 },
  })

  holds.delete('1.61.2')
  desk.server.clock.now = new Date()
  holds.set(
    '1.61.1',
    studyHeader('1.61.1', { pat_id: 'P1', pat_name: 'Rao^Asha', accession_no: 'A1', images: 4 }),
  )
  await admin.post('pacs/checkNow', { pacs_id: id })
  await compared(id)
  const all = await admin.get('pacs/checkGaps', { pacs_id: id })
  expect(all.body.result.data).toMatchObject([
    { study_iuid: '1.61.1', kind: 'changed_there', changed: { images: { was: 20, is: 4 } } },
    { study_iuid: '1.61.1', kind: 'missing_here' },
    { study_iuid: '1.61.2', kind: 'missing_here' },
    { study_iuid: '1.61.2', kind: 'missing_there', missing_since: expect.any(String) as string },
  ])
  // The study itself shows it to every reader.
  const gone = await desk.studyOf('1.61.2')
  const row = await admin.get(`study/rowDetail/${gone.id}`)
  expect(row.body.result).toMatchObject({
    missing_at_source_since: gone.missing_at_source_since?.toISOString(),
    source_changed: [],
  })
  const list = await admin.post('study/getList', { accession_no: 'A1' })
  expect(list.body.result.data).toMatchObject([{ source_changed: ['images'], missing_at_source_since: null }])
})

test('a user who may not manage image servers sees none of it, and the platform names no patient', async () => {
  const { id } = await desk.openArchive()
  for (const name of ['dr.mehta', 'desk.andheri', 'ref.bhat', 'platform']) {
    const person = await desk.server.signIn(name)
    expect((await person.get('pacs/checks')).body).toMatchObject({ code: 'not_permitted' })
    expect((await person.get('pacs/checkGaps', { pacs_id: id })).body).toMatchObject({
      code: 'not_permitted',
    })
    expect((await person.post('pacs/checkNow', { pacs_id: id })).body).toMatchObject({
      code: 'not_permitted',
    })
  }
})

test('an impossible comparison is refused with its reason', async () => {
  const { id } = await desk.openArchive()
  const refusal = async () => (await admin.post('pacs/checkNow', { pacs_id: id })).body.message as string
  await desk.updatePacs(id, { backlog_done: null })
  expect(await refusal()).toMatch(/still being read for the first time/)
  await desk.updatePacs(id, { backlog_done: new Date(), check_days: 0 })
  expect(await refusal()).toMatch(/not compared/)
  await desk.updatePacs(id, { check_days: 14, active: false })
  expect(await refusal()).toMatch(/switched off/)
  await desk.updatePacs(id, { hidden: new Date() })
  expect((await admin.post('pacs/checkNow', { pacs_id: id })).status).toBe(404)
  const servers = (await admin.get('pacs/checks')).body.result as Server[]
  expect(servers.map((server) => server.id)).not.toContain(id)
})

test('every hour the due servers are compared, once a day each', async () => {
  const { id, holds } = await desk.openArchive()
  const [off, unread] = [await desk.openArchive(), await desk.openArchive()]
  await desk.updatePacs(off.id, { active: false })
  await desk.updatePacs(unread.id, { backlog_done: null })
  holds.set('1.62.1', studyHeader('1.62.1'))
  const { app, clock } = desk.server
  const tick = () => duePacsChecksJob.run(app.kernel, app.log)
  await tick()
  const first = await compared(id)
  expect(first).toMatchObject({ state: 'ok' })
  expect((await listOf(off.id)).state).toBe('never')
  expect((await listOf(unread.id)).state).toBe('never')
  const startedOn = async () => ((await desk.run(id)) as unknown as { started_on: Date }).started_on.getTime()
  const before = await startedOn()
  clock.now = new Date(clock.now.getTime() + 20 * 3_600_000)
  const due = async () => {
    const { rows } = await app.kernel.database.pool.query<{ pacs_id: string }>(
      'select pacs_id from entry.due_pacs_checks($1)',
      [new Date(clock.now.getTime() - 23.5 * 3_600_000)],
    )
    return rows.map(({ pacs_id }) => pacs_id)
  }
  expect(await due()).not.toContain(id)
  clock.now = new Date(clock.now.getTime() + 4 * 3_600_000)
  expect(await due()).toContain(id)
  await tick()
  // A session of yesterday has expired.
  admin = await desk.server.signIn('admin.sanjeevani')
  await eventually(startedOn, (at) => at > before)
  await compared(id)
})

test('a study of another branch is not named to a user who does not administer the client', async () => {
  const { id, holds } = await desk.openArchive()
  holds.set('1.63.1', studyHeader('1.63.1', { pat_name: 'Das^Ravi' }))
  await desk.check(id)
  const { database } = desk.server.db
  // Makes a person who may edit masters for one branch only.
  await database.tenant(CLIENT, async (tx) => {
    const role = await tx
      .selectFrom('app_user')
      .select('role_id')
      .where('username', '=', 'desk.andheri')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('role')
      .set({ modules: ['manage_masters'] })
      .where('client_id', '=', CLIENT)
      .where('id', '=', role.role_id)
      .execute()
  })
  const keeper = await desk.server.signIn('desk.andheri')
  const gaps = await keeper.get('pacs/checkGaps', { pacs_id: id })
  expect(gaps.status).toBe(200)
  expect(gaps.body.result).toMatchObject({ data: [], page: { total_records: 0 } })
})
