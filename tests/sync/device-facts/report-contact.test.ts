import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLIENT_VERSION } from '#src/sync/device-facts/client-version.ts'
import { reportContact } from '#src/sync/device-facts/report-contact.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft } from '../support/rows.ts'
import { registerAt } from '../support/sealed-page.ts'
import { Browser, callerOver, openPage, until } from '../support/test-page.ts'

const storage = async () => ({ used: 10.4, granted: 100, isPersistent: true })

test('the leading page reports its device to the server after the first pull', async () => {
  const server = new ModelServer()
  const page = await openPage(new Browser(), server, { storage })
  await until(() => server.contacts.length === 1)
  expect(server.contacts[0]).toEqual({
    waiting: 0,
    needs_person: 0,
    oldest_unsent: null,
    storage_used: 10,
    storage_granted: 100,
    client_version: CLIENT_VERSION,
    repaired: 0,
  })
  await page.device.stop()
})

test('it reports the waiting work, its age and the number of repairs, and keeps the server’s name for the device', async () => {
  const server = new ModelServer()
  const browser = new Browser()
  await registerAt(server, browser.userId)
  const page = await openPage(browser, server)
  page.link.set(false)
  const { work } = page.databases
  const ids: string[] = []
  for (const text of ['one', 'two'])
    ids.push(await saveDraftIn(page.databases, page.device.author, aDraft(text), 'Draft', saveLabel))
  await work.outbox.update(ids[1]!, { state: 'parked' })
  await work.meta.put({ id: 'repaired', value: 3 })
  const before = await work.keys.get('terms')
  if (before?.id === 'terms') await work.keys.put({ ...before, deviceName: 'an old name' })
  await reportContact(work, callerOver(server.fetch), storage)
  expect(server.contacts.at(-1)).toMatchObject({
    waiting: 1,
    needs_person: 1,
    oldest_unsent: new Date(browser.clock).toISOString(),
    repaired: 3,
  })
  expect((await work.meta.get('repaired'))?.value).toBe(0)
  expect(await work.keys.get('terms')).toMatchObject({ deviceName: 'Desk 1', vaultDays: 14 })
  await page.device.stop()
})

test('a device reports the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(CLIENT_VERSION).toBe(version)
})
