import { afterAll, beforeAll, expect, test } from 'vitest'
import { tagIdOf } from '#server/features/demo/centre/tags.ts'
import { branchScope } from '#server/kernel/scopes.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { feedOf, putStudy } from '../reports/report-fixture.ts'
import { arrive, bookService, type WishedService } from '../unmatched/link-fixture.ts'
import {
  ANDHERI,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  openAllDay,
  openBookingFixture,
  save,
} from './booking-fixture.ts'

let server: DemoServer
let admin: ApiUser
let clerk: ApiUser
let urgent: string
let other: string
beforeAll(async () => {
  server = await openDemo()
  await openAllDay(server)
  admin = await server.signIn('admin.sanjeevani')
  clerk = await server.signIn('reception.andheri')
  urgent = tagIdOf(CLIENT, 'Urgent')
  const [tag] = await askAdmin<{ id: string }>(
    server,
    `select id from study_tag where client_id = $1 and type = 'Normal' and id <> $2 and active and hidden is null limit 1`,
    [CLIENT, urgent],
  )
  other = tag?.id ?? ''
})
afterAll(() => server.close())

const link = (study_id: string, { id }: Pick<WishedService, 'id'>) =>
  admin.post('study/linkToVisit', { study_id, service_id: id, is_confirmed: 1 })
const tagStudy = (study_id: string, tag_id: string | null) =>
  admin.post('study/assignTag', { study_id, tag_id })
const tagVisit = (id: string, tag_id: string | null, service_id?: string) =>
  clerk.post(`${PHP}appt/assignTag`, { id, tag_id, service_id })
const tagOf = async (study: string) =>
  (await admin.get(`study/rowDetail/${study}`)).body.result.tag_id as string | null

async function putLinked(): Promise<{ study: string; service: WishedService }> {
  const [study, service] = [await putStudy(server), await bookService(server)]
  expect((await link(study, service)).status).toBe(200)
  return { study, service }
}

test('a study linked to its visit takes the tag of its service, else of the visit, and keeps its own tag', async () => {
  const ofVisit = await bookService(server, { visitTag: urgent })
  expect((await arrive(server, ofVisit)).tag_id).toBe(urgent)
  const ofService = await bookService(server, { visitTag: urgent, tag: other })
  expect((await link(await putStudy(server), ofService)).body.result.study.tag_id).toBe(other)
  const tagged = await putStudy(server)
  await tagStudy(tagged, other)
  const again = await bookService(server, { visitTag: urgent })
  expect((await link(tagged, again)).body.result.study.tag_id).toBe(other)
})

test('a visit tagged as urgent at the desk is urgent in the worklist, and its readers are notified', async () => {
  const { study, service } = await putLinked()
  const before = (await feedOf(server, study)).at(-1)?.rev ?? 0
  expect((await tagVisit(service.visitId, urgent)).status).toBe(200)
  const { body } = await admin.post('study/getList', { flag: 'worklist', tag_ids: urgent, ps: 100 })
  expect(body.result.data.map(({ id }: { id: string }) => id)).toContain(study)
  expect((await feedOf(server, study)).at(-1)).toMatchObject({
    rev: before + 1,
    scope: branchScope(ANDHERI),
  })
  await tagVisit(service.visitId, other)
  expect(await tagOf(study)).toBe(other)
  await tagVisit(service.visitId, null)
  expect(await tagOf(study)).toBeNull()
})

test('the service’s tag takes precedence over the visit’s, and without it the visit’s applies again', async () => {
  const { study, service } = await putLinked()
  await tagVisit(service.visitId, urgent)
  await tagVisit(service.visitId, other, service.id)
  expect(await tagOf(study)).toBe(other)
  await tagVisit(service.visitId, null)
  expect(await tagOf(study)).toBe(other)
  await tagVisit(service.visitId, urgent)
  await tagVisit(service.visitId, null, service.id)
  expect(await tagOf(study)).toBe(urgent)
})

test('a tag chosen for the study itself stays, whatever the desk sets', async () => {
  const { study, service } = await putLinked()
  await tagStudy(study, other)
  await tagVisit(service.visitId, urgent)
  expect(await tagOf(study)).toBe(other)
  await tagVisit(service.visitId, null)
  expect(await tagOf(study)).toBe(other)
})

test('a booking saved with another tag applies it; one that keeps its tag restores none', async () => {
  const front = await openBookingFixture(server)
  const booking = bookingOf(front, { start: freeTime(420) })
  const visit = await booked(clerk, booking)
  const study = await putStudy(server)
  await link(study, visit.services[0])
  const again = async (tag_id: string | null) => {
    const { rev } = (await clerk.get(`${PHP}appt/detail/${visit.id}`)).body.result.visit
    expect((await save(clerk, { ...booking, tag_id, rev })).status).toBe(200)
  }
  await again(urgent)
  expect(await tagOf(study)).toBe(urgent)
  await tagStudy(study, null)
  await again(urgent)
  expect(await tagOf(study)).toBeNull()
})
