import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SkippedStudies } from '#contract/calls/flow.ts'
import { addDays, dayAt } from '#domain/time/zones.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, personId, putStudy, save } from '../reports/report-fixture.ts'
import { KOTHRUD } from '../sales/books.ts'

let server: DemoServer
let mehta: ApiUser
let iyer: ApiUser
let admin: ApiUser
let manager: ApiUser

const TODAY = dayAt(NOW, 'Asia/Kolkata')
const DEVICE = '01990000-0000-7000-8000-000000000000'

beforeAll(async () => {
  server = await openDemo()
  mehta = await server.signIn('dr.mehta')
  iyer = await server.signIn('dr.iyer')
  admin = await server.signIn('admin.sanjeevani')
  manager = await server.signIn('manager.andheri')
})
afterAll(() => server.close())
beforeEach(() => askAdmin(server, 'delete from study_skip'))

const skip = (who: ApiUser, study_id: string, more: object = {}) =>
  who.post('study/skip', { id: mintId(), study_id, reason: 'poor_images', ...more })
const skips = async (who: ApiUser, query: Record<string, string> = {}) =>
  (await who.get(`${PHP}flow/skips`, { from_date: TODAY, to_date: TODAY, ...query })).body
    .result as SkippedStudies

test('the study, doctor, reason and time of a skip are shown to users who see the branch’s flow; nobody is named', async () => {
  const study = await putStudy(server)
  await askAdmin(server, `update study set accession_no = 'ACC-9', study_desc = 'CT Thorax' where id = $1`, [
    study,
  ])
  expect((await skip(mehta, study)).status).toBe(200)
  const told = await skips(manager)
  expect(told).toMatchObject({
    total: 1,
    skips: [
      {
        study_id: study,
        accession_no: 'ACC-9',
        modality: 'CT',
        study_desc: 'CT Thorax',
        status: 'Pending',
        branch_id: ANDHERI,
        branch: expect.stringContaining('Andheri'),
        doctor_id: personId('dr.mehta'),
        reason: 'poor_images',
        skipped_on: NOW.toISOString(),
      },
    ],
    counts: [{ doctor_id: personId('dr.mehta'), reason: 'poor_images', skips: 1 }],
  })
  expect(JSON.stringify(told)).not.toContain('Test Patient')
  expect(JSON.stringify(told)).not.toContain('SAN-1')
})

test('each skip is a separate record, newest first; a repeat is one', async () => {
  const study = await putStudy(server)
  const id = mintId()
  await skip(mehta, study, { id })
  expect((await skip(mehta, study, { id })).status).toBe(200)
  server.clock.now = new Date(NOW.getTime() + 60_000)
  try {
    await skip(mehta, study, { reason: 'second_opinion' })
    expect((await skips(admin)).skips.map(({ reason }) => reason)).toEqual(['second_opinion', 'poor_images'])
  } finally {
    server.clock.now = NOW
  }
})

test('another skip under a known id is refused and changes nothing', async () => {
  const [study, other] = [await putStudy(server, { writer: 'dr.iyer' }), await putStudy(server)]
  const id = mintId()
  await skip(mehta, study, { id })
  for (const [who, of, reason] of [
    [mehta, other, 'poor_images'],
    [mehta, study, 'second_opinion'],
    [iyer, study, 'poor_images'],
  ] as const)
    expect((await skip(who, of, { id, reason })).body.code).toBe('refused')
  expect((await skips(admin)).skips).toMatchObject([{ study_id: study, reason: 'poor_images' }])
})

test('a skip made offline is reported with its own time, once, even if the study was signed in the meantime', async () => {
  const study = await putStudy(server)
  expect((await save(mehta, study, { status: 'Signed' })).status).toBe(200)
  const at = new Date(NOW.getTime() - 1_800_000).toISOString()
  const command = {
    id: mintId(),
    call: 'study/skip',
    version: 1,
    input: { id: mintId(), study_id: study, reason: 'waiting_for_priors' },
    depends: [],
    at,
    made_offline: true,
  }
  for (const replayed of [false, true]) {
    const { body } = await mehta.post('sync/commands', { device_id: DEVICE, commands: [command] })
    expect(body.answers).toMatchObject([{ status: 200, replayed }])
  }
  expect((await skips(admin)).skips).toMatchObject([
    { study_id: study, status: 'Signed', reason: 'waiting_for_priors', skipped_on: at },
  ])
})

test.each([
  ['a year ahead', 365 * 86_400_000, 0],
  ['a year behind', -365 * 86_400_000, -3_600_000],
])('by a device whose clock is %s a study is skipped between its arrival and now', async (_, off, told) => {
  const input = { id: mintId(), study_id: await putStudy(server), reason: 'poor_images' }
  const at = new Date(NOW.getTime() + off).toISOString()
  const command = { id: mintId(), call: 'study/skip', version: 1, input, depends: [], at }
  const { body } = await mehta.post('sync/commands', { device_id: DEVICE, commands: [command] })
  const skipped_on = new Date(NOW.getTime() + told).toISOString()
  expect(body.answers).toMatchObject([{ status: 200, body: { result: { skip: { skipped_on } } } }])
})

test('a skip is audited without a patient', async () => {
  const study = await putStudy(server)
  const id = mintId()
  await skip(mehta, study, { id })
  const line = (await readAudit(server, SANJEEVANI.id, 'study_skip')).find((one) => one.record_id === id)
  expect(line).toMatchObject({
    action: 'skip',
    user_id: personId('dr.mehta'),
    detail: { study_id: study, reason: 'poor_images' },
  })
})

test('only doctors skip, and only studies that they may see', async () => {
  const study = await putStudy(server)
  const technician = await server.signIn('tech.andheri')
  expect((await skip(technician, study)).body.code).toBe('not_permitted')
  expect((await skip(mehta, mintId())).body.code).toBe('not_found')
  const foreign = await putStudy(server, { branch: KOTHRUD, writer: 'dr.deshpande' })
  expect((await skip(iyer, foreign)).body.code).toBe('not_found')
  expect((await skips(admin)).total).toBe(0)
})

test.each([{ reason: 'tired' }, { reason: undefined }, { id: 'x' }, { note: 'Mr. Rao' }])(
  'an invalid skip is refused: %o',
  async (more) => {
    expect((await skip(mehta, await putStudy(server), more)).status).toBe(400)
  },
)

test('branch, days, modality, doctor and reason filter the list; the counts stay those of the place', async () => {
  const [here, there] = [await putStudy(server), await putStudy(server, { branch: KOTHRUD })]
  await askAdmin(server, `update study set modality = 'MR' where id = $1`, [there])
  await skip(mehta, here)
  await skip(mehta, here, { reason: 'second_opinion' })
  const deshpande = await server.signIn('dr.deshpande')
  expect((await skip(deshpande, there)).status).toBe(200)
  const of = async (query: Record<string, string>, who = admin) => (await skips(who, query)).total
  expect(await of({})).toBe(3)
  expect(await of({ branch_id: KOTHRUD })).toBe(1)
  expect(await of({ modality: 'MR' })).toBe(1)
  expect(await of({ doctor_id: personId('dr.mehta') })).toBe(2)
  expect(await of({ reason: 'poor_images' })).toBe(2)
  expect(await of({ reason: 'poor_images', doctor_id: personId('dr.mehta'), branch_id: ANDHERI })).toBe(1)
  expect(await of({}, manager)).toBe(2)
  const yesterday = addDays(TODAY, -1)
  expect(await of({ from_date: yesterday, to_date: yesterday })).toBe(0)
  const narrowed = await skips(admin, { doctor_id: personId('dr.mehta'), reason: 'second_opinion' })
  expect(narrowed.skips).toHaveLength(1)
  expect(narrowed.counts.reduce((sum, one) => sum + one.skips, 0)).toBe(3)
})

test('the days follow each branch’s time zone', async () => {
  const study = await putStudy(server)
  await skip(mehta, study)
  const late = new Date(`${TODAY}T18:29:59Z`)
  const count = async (moment: Date) => {
    await askAdmin(server, 'update study_skip set skipped_on = $1', [moment])
    return (await skips(admin)).total
  }
  expect([await count(late), await count(new Date(late.getTime() + 1_000))]).toEqual([1, 0])
})

test('a deleted study is no longer listed', async () => {
  const study = await putStudy(server)
  await skip(mehta, study)
  await askAdmin(server, 'update study set hidden = now() where id = $1', [study])
  expect(await skips(admin)).toMatchObject({ total: 0, skips: [], counts: [] })
})

test('a user without the figures, and another client, see none; a foreign branch is not found', async () => {
  await skip(mehta, await putStudy(server))
  const refused = await iyer.get(`${PHP}flow/skips`, { from_date: TODAY, to_date: TODAY })
  expect(refused.status).not.toBe(200)
  const noor = await server.signIn('admin.alnoor')
  expect(await skips(noor)).toMatchObject({ total: 0, skips: [], counts: [] })
  const foreign = await manager.get(`${PHP}flow/skips`, {
    from_date: TODAY,
    to_date: TODAY,
    branch_id: KOTHRUD,
  })
  expect(foreign.body.code).toBe('not_found')
})
