import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { openPushService, type PushService } from '#tests/helpers/network/push-service.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

// Each test signs in two people.
test.describe.configure({ timeout: 120_000 })

let server: RunningServer
let push: PushService
test.beforeAll(async () => {
  push = await openPushService()
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
  await push?.close()
})

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** Assigns `count` pending studies of the list to the doctor, as an administrator does on the screen. */
async function assign(page: Page, count: number): Promise<string[]> {
  await page.goto(`${server.url}/archives?range=Any&status=Pending&assigned_type=Unassigned`)
  const names: string[] = []
  await expect(page.getByRole('row').nth(count)).toBeVisible()
  for (let n = 0; n < count; n++) {
    const row = page.getByRole('row').nth(1 + n)
    await expect(row).toBeVisible()
    const more = row.getByRole('button', { name: /^Actions for / })
    names.push(((await more.getAttribute('aria-label')) ?? '').replace('Actions for ', ''))
    await row.getByRole('checkbox', { name: /^Select / }).check()
  }
  const selected = page.getByRole('region', { name: `${count} selected` })
  await selected.getByRole('button', { name: 'Assign Doctor' }).click()
  const asked = page.getByRole('dialog', { name: /^Assign Doctor/ })
  await asked.getByRole('combobox', { name: 'Writing doctor' }).click()
  await page.getByRole('option', { name: 'Dr. Karthik Iyer' }).click()
  await asked.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(asked).toHaveCount(0)
  return names
}

async function openSignedIn(context: BrowserContext, username: string): Promise<Page> {
  const page = await context.newPage()
  await signIn(page, server.url, username)
  return page
}

test('an administrator assigns two studies; the radiologist’s bell shows them, also offline, and marks them as read once', async ({
  browser,
}) => {
  const adminContext = await browser.newContext()
  const readerContext = await browser.newContext()
  const reader = await openSignedIn(readerContext, DEMO_SIGN_IN.ownWorklistDoctor)
  await expect(bell(reader)).toHaveAccessibleName('Notifications')
  const admin = await openSignedIn(adminContext, DEMO_SIGN_IN.admin)
  const names = await assign(admin, 2)

  await expect(bell(reader)).toHaveAccessibleName('Notifications, 2 unread')
  await bell(reader).click()
  const rows = dialog(reader).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  for (const name of names) await expect(rows.filter({ hasText: name })).toContainText('was assigned to you')
  await expect(rows.first()).toContainText('by Meera Pillai')
  await expectAccessible(reader, { within: ['[role=dialog]'] })
  await reader.keyboard.press('Escape')

  await goOffline(readerContext)
  await expect(reader.getByText(/^Offline since/).first()).toBeVisible()
  await bell(reader).click()
  await dialog(reader).getByRole('link').first().click()
  await expect(dialog(reader)).toHaveCount(0)
  await expect(reader).toHaveURL(/\/study\//)
  await expect(bell(reader)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(reader).click()
  await dialog(reader).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(reader)).toHaveAccessibleName('Notifications')
  expect(await unread()).toBe(2)

  await readerContext.setOffline(false)
  await expect.poll(unread, { timeout: 20_000 }).toBe(0)
  await expect(bell(reader)).toHaveAccessibleName('Notifications')
  await readerContext.close()
  await adminContext.close()
})

async function unread(): Promise<number> {
  const [row] = await askDatabase<{ n: number }>(
    server,
    `select count(*)::int as n from notification n join app_user u on u.client_id = n.client_id and u.id = n.user_id
      where u.username = $1 and n.read_on is null`,
    [DEMO_SIGN_IN.ownWorklistDoctor],
  )
  return row?.n ?? 0
}

test('a push message shows no name, and a click opens its subject in the open window', async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: ['notifications'] })
  const page = await openSignedIn(context, DEMO_SIGN_IN.ownWorklistDoctor)
  const devtools = await context.newCDPSession(page)
  const versions: { registrationId: string; status: string }[] = []
  devtools.on('ServiceWorker.workerVersionUpdated', (event) => versions.push(...event.versions))
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => versions.some(({ status }) => status === 'activated')).toBe(true)
  const registrationId = versions.at(-1)?.registrationId ?? ''
  const [study] = await askDatabase<{ id: string }>(
    server,
    `select s.id from study s join app_user u on u.client_id = s.client_id and u.id = s.assigned_doctor_id
      where u.username = $1 and s.hidden is null limit 1`,
    [DEMO_SIGN_IN.ownWorklistDoctor],
  )
  const message = {
    id: crypto.randomUUID(),
    kind: 'critical_result',
    count: 1,
    subject_type: 'study',
    subject_id: study?.id,
  }
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(server.url).origin,
    registrationId,
    data: JSON.stringify(message),
  })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
        title,
        body,
        tag,
        data: data as unknown,
      }))
    })
  await expect.poll(shown).toEqual([
    {
      title: 'Readroom',
      body: '1 critical result waits',
      tag: 'critical_result',
      data: { place: `/study/${study?.id}?open=critical` },
    },
  ])
  const worker = context.serviceWorkers()[0]
  await worker?.evaluate(async () => {
    // The page's types declare neither the global scope of a worker nor its events.
    const scope = globalThis as unknown as EventTarget & { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    const Click = Reflect.get(globalThis, 'NotificationEvent') as typeof CustomEvent
    scope.dispatchEvent(new Click('notificationclick', { notification } as object))
  })
  await expect(page).toHaveURL(new RegExp(`/study/${study?.id}`))
  await expect.poll(shown).toEqual([])
  await context.close()
})

test('a device subscribes after a tap with the server’s key and receives pushes', async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['notifications'] })
  const subscriber = push.subscribe('reader')
  // The Chromium of the tests has no push service: the browser's part is scripted, including its keys.
  await context.addInitScript(
    ({ endpoint, p256dh, auth }) => {
      let subscription: unknown
      const made = {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          subscription = undefined
          return true
        },
      }
      PushManager.prototype.getSubscription = async () => (subscription ?? null) as PushSubscription
      PushManager.prototype.subscribe = async (options) => {
        if (typeof options?.applicationServerKey !== 'string') throw new Error('without a key')
        subscription = made
        return made as unknown as PushSubscription
      }
    },
    { endpoint: subscriber.endpoint, p256dh: subscriber.p256dh, auth: subscriber.auth },
  )
  const reader = await openSignedIn(context, DEMO_SIGN_IN.ownWorklistDoctor)
  await bell(reader).click()
  await dialog(reader).getByRole('button', { name: 'Settings' }).click()
  await expectAccessible(reader, { within: ['[role=dialog]'] })
  const wish = dialog(reader).getByRole('switch', { name: 'Show notifications on this device' })
  await expect(wish).not.toBeChecked()
  await wish.click()
  await expect(wish).toBeChecked()

  const adminContext = await browser.newContext()
  const admin = await openSignedIn(adminContext, DEMO_SIGN_IN.admin)
  await assign(admin, 1)
  await expect.poll(() => push.taken.length, { timeout: 20_000 }).toBe(1)
  const told = subscriber.open(push.taken[0]!.body)
  expect(JSON.parse(told)).toMatchObject({ kind: 'study_assigned', subject_type: 'study' })

  // After the sign-out the browser is not subscribed any more, and the server deletes it with the next
  // message.
  await reader.keyboard.press('Escape')
  await reader.getByRole('button', { name: /^Account of/ }).click()
  await reader.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(reader.getByRole('button', { name: 'Login' })).toBeVisible()
  await assign(admin, 1)
  const kept = () => askDatabase(server, 'select endpoint from push_subscription', [])
  await expect.poll(kept, { timeout: 20_000 }).toEqual([])
  expect(push.taken).toHaveLength(1)
  await context.close()
  await adminContext.close()
})
