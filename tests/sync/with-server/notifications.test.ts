import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { NotificationRow } from '#contract/calls/notifications.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { openNotifications, readNotifications } from '#src/sync/notifications/local-notifications.ts'
import { markAllRead, markRead } from '#src/sync/notifications/mark-read.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { toldOf } from '#tests/server/features/notifications/bell-fixture.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '#tests/server/features/open-demo.ts'
import { personId, putStudy } from '#tests/server/features/reports/report-fixture.ts'
import { isDrained, until } from '../support/test-page.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'

let demo: DemoServer
let admin: ApiUser
const pages: DemoPage[] = []
beforeAll(async () => {
  demo = await openDemo()
  admin = await demo.signIn('admin.sanjeevani')
})
afterEach(async () => {
  setDevice(undefined)
  for (const { device, databases } of pages.splice(0)) {
    await device.stop()
    databases.close()
  }
})
afterAll(() => demo.close())

async function open(username: string): Promise<DemoPage> {
  const page = await openDemoPage(demo, username)
  pages.push(page)
  await until(async () => (await readCacheState(page.databases.cache)).isComplete, 'the first pull')
  setDevice(page.device)
  return page
}

async function give(username: string): Promise<string> {
  const study_id = await putStudy(demo)
  demo.clock.now = new Date(demo.clock.now.getTime() + 1000)
  const doctors = { assigned_doctor_id: personId(username), signed_by_doctor_id: null }
  expect((await admin.post(`${PHP}assignDoctor`, { study_id, ...doctors })).status).toBe(200)
  return study_id
}

const shownOn = async ({ databases }: DemoPage): Promise<NotificationRow[]> =>
  openNotifications(databases, await readNotifications(databases))
const unreadOn = async (page: DemoPage) =>
  (await shownOn(page)).filter(({ read_on }) => read_on === null).map(({ subject_id }) => subject_id)
const comes = (page: DemoPage, study: string) =>
  until(async () => (await unreadOn(page)).includes(study), 'the notification')

test('the feed brings an assignment to the doctor’s device only', async () => {
  const iyer = await open('dr.iyer')
  const study = await give('dr.iyer')
  iyer.device.refresh()
  await comes(iyer, study)
  const khan = await open('dr.khan')
  expect(await shownOn(khan)).toEqual([])
})

test('a notification marked as read offline is read at once and delivered once, and newer ones stay unread', async () => {
  const page = await open('dr.iyer')
  const first = await give('dr.iyer')
  page.device.refresh()
  await comes(page, first)
  page.link.set(false)
  const later = await give('dr.iyer')
  await markAllRead(await shownOn(page))
  expect(await unreadOn(page)).toEqual([])
  page.faults.push('lost answer', 'twice')
  page.link.set(true)
  await until(() => isDrained(page.databases), 'the delivery')
  await comes(page, later)
  expect(await unreadOn(page)).toEqual([later])
  expect((await toldOf(demo, first))[0]).toMatchObject({ rev: 2, read_on: expect.any(Date) as Date })
})

test('opening one marks that one as read, on every device of the person', async () => {
  const page = await open('dr.iyer')
  await markAllRead(await shownOn(page))
  const [one, other] = [await give('dr.iyer'), await give('dr.iyer')]
  page.device.refresh()
  await comes(page, one)
  await comes(page, other)
  const row = (await shownOn(page)).find(({ subject_id }) => subject_id === one)
  await markRead(row!)
  expect(await unreadOn(page)).toEqual([other])
  await until(async () => (await toldOf(demo, one))[0]?.read_on !== null, 'the delivery')
  await until(() => isDrained(page.databases), 'the queue')
  // Already read: nothing is queued a second time.
  await markRead((await shownOn(page)).find(({ subject_id }) => subject_id === one)!)
  expect(await isDrained(page.databases)).toBe(true)
})
