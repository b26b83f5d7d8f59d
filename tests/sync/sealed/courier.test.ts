import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { deliverSealedWork, startCourier } from '#src/sync/sealed/courier.ts'
import { Doom, underDoom } from '../support/doom.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aReport, aStudy, DOCTOR, studyId } from '../support/rows.ts'
import { courierPorts, registerAt } from '../support/sealed-page.ts'
import { Browser, callerOver, isDrained, openBare, openPage, type Page, until } from '../support/test-page.ts'

const NEVER_ENDS = new AbortController().signal
const twoStudies = () => new ModelServer([aStudy(), aStudy({ id: studyId(2) })])

async function save({ databases, device }: Page, text: string, study = studyId(1)): Promise<string> {
  return saveDraftIn(databases, device.author, aDraft(text, { study_id: study }), 'Draft', saveLabel)
}

/** Makes a page that went offline, stored `texts` and was closed: its vault is locked, the work is sealed. */
async function leftBehind(server: ModelServer, texts: readonly string[]) {
  const browser = new Browser()
  await registerAt(server, browser.userId)
  const page = await openPage(browser, server)
  page.link.set(false)
  const ids: string[] = []
  for (const text of texts) ids.push(await save(page, text))
  await page.device.stop()
  page.databases.close()
  return { browser, ids }
}

const textsOf = (server: ModelServer) => server.happened.map(({ text }) => text)

test('work of a locked vault reaches the server sealed, in order, and marked as made offline', async () => {
  const server = twoStudies()
  const { browser, ids } = await leftBehind(server, ['one', 'two'])
  expect(await deliverSealedWork(courierPorts(browser, server), NEVER_ENDS)).toBe(0)
  expect(textsOf(server)).toEqual(['<p>one</p>', '<p>two</p>'])
  expect(server.sealedBatches).toBe(1)
  expect(server.batches[0]?.every(({ made_offline }) => made_offline)).toBe(true)
  const { work, close } = await openBare(browser.userId)
  const rows = await work.outbox.bulkGet(ids)
  expect(rows.map((row) => row?.state)).toEqual(['acked', 'acked'])
  expect((await work.drafts.get(aReport().id))?.baseRev).toBe(server.reports.get(aReport().id)?.rev)
  close()
})

test('work of an unlocked leading page is left to it, and counts as waiting until that page has sent it', async () => {
  const server = twoStudies()
  const browser = new Browser()
  await registerAt(server, browser.userId)
  const page = await openPage(browser, server)
  page.link.set(false)
  await save(page, 'one')
  expect(await deliverSealedWork(courierPorts(browser, server), NEVER_ENDS)).toBe(1)
  expect(server.happened).toEqual([])
  page.link.set(true)
  await until(() => isDrained(page.databases))
  expect(server.sealedBatches).toBe(0)
  await page.device.stop()
})

test('a refusal parks with its code and without a message; one record does not delay another', async () => {
  const server = twoStudies()
  const browser = new Browser()
  await registerAt(server, browser.userId)
  const page = await openPage(browser, server)
  page.link.set(false)
  const refused = await save(page, 'refused')
  const behind = await save(page, 'behind')
  const other = await save(page, 'other', studyId(2))
  await page.device.stop()
  server.refuse = ({ input }) => (input.report_data === '<p>refused</p>' ? 'not_permitted' : undefined)
  await deliverSealedWork(courierPorts(browser, server), NEVER_ENDS)
  const rows = await page.databases.work.outbox.bulkGet([refused, behind, other])
  expect(rows.map((row) => row?.state)).toEqual(['parked', 'waiting', 'acked'])
  expect(rows[0]?.lastError).toMatchObject({ kind: 'refused', status: 422, code: 'not_permitted' })
  page.databases.close()
})

test.each(['device_revoked', 'unknown_key', 'bad_signature'] as const)(
  'a refusal of the device (%s) parks nothing; the session sends the work',
  async (code) => {
    const server = twoStudies()
    const { browser } = await leftBehind(server, ['one'])
    const key = server.door.devices.get(browser.userId)!
    if (code === 'device_revoked') server.door.revoked.add(browser.userId)
    if (code === 'unknown_key') server.door.changeKey('two')
    if (code === 'bad_signature') server.door.devices.delete(browser.userId)
    const revoked: string[] = []
    const onRevoked = ({ userId }: { userId: string }) => revoked.push(userId)
    expect(await deliverSealedWork(courierPorts(browser, server, { onRevoked }), NEVER_ENDS)).toBe(1)
    expect(server.happened).toEqual([])
    expect(revoked).toEqual(code === 'device_revoked' ? [browser.userId] : [])
    server.door.devices.set(browser.userId, key)
    const page = await openPage(browser, server)
    await until(() => isDrained(page.databases))
    expect(textsOf(server)).toEqual(['<p>one</p>'])
    await page.device.stop()
  },
)

test('text that names a file still waiting here is left to its person', async () => {
  const server = twoStudies()
  const { browser, ids } = await leftBehind(server, ['one'])
  const databases = await openBare(browser.userId)
  await databases.work.outbox.update(ids[0]!, { files: ['picture'] })
  await databases.work.blobs.put({ id: 'picture', rev: 0, command: '', e: {} })
  expect(await deliverSealedWork(courierPorts(browser, server), NEVER_ENDS)).toBe(0)
  expect(server.happened).toEqual([])
  expect((await databases.work.outbox.get(ids[0]!))?.sentAt).toBeUndefined()
  databases.close()
})

test.each(['lost answer', 'lost request', 'twice', { each: 'unavailable' }, { status: 502 }] as const)(
  'after %j the next round recovers, and each effect happened once',
  async (fault) => {
    const server = twoStudies()
    const { browser } = await leftBehind(server, ['one', 'two'])
    server.faults = [fault, fault]
    const ports = courierPorts(browser, server)
    for (let left = 1; left > 0; ) left = await deliverSealedWork(ports, NEVER_ENDS)
    expect(textsOf(server)).toEqual(['<p>one</p>', '<p>two</p>'])
  },
)

test('a courier and an unlocking page compete for the same work, and it is done once', async () => {
  for (let seed = 0; seed < 8; seed += 1) {
    const server = twoStudies()
    const { browser } = await leftBehind(server, ['one', 'two', 'three'])
    server.faults = seed % 2 ? ['lost answer', 'twice'] : []
    const courier = startCourier(courierPorts(browser, server), NEVER)
    await new Promise((resolve) => setTimeout(resolve, seed * 3))
    const page = await openPage(browser, server)
    await until(() => isDrained(page.databases))
    expect(textsOf(server)).toEqual(['<p>one</p>', '<p>two</p>', '<p>three</p>'])
    courier.stop()
    await page.device.stop()
    page.databases.close()
  }
})

test('a courier that dies at any step loses nothing, and no command takes effect twice through either endpoint', async () => {
  for (let at = 1; ; at += 1) {
    const server = twoStudies()
    const { browser } = await leftBehind(server, ['one', 'two'])
    const doom = new Doom(at)
    const ports = courierPorts(browser, server, { call: callerOver(doom.fetch(server.fetch)) })
    const ending = new AbortController()
    await underDoom(doom, async () => {
      await Promise.race([
        deliverSealedWork(ports, ending.signal),
        until(() => doom.hasStruck).catch(() => undefined),
      ])
    })
    ending.abort()
    browser.locks.release(`readroom-sender-${browser.userId}`)
    const page = await openPage(browser, server)
    await until(() => isDrained(page.databases), `the delivery after dying at step ${at}`)
    expect(textsOf(server)).toEqual(['<p>one</p>', '<p>two</p>'])
    await page.device.stop()
    page.databases.close()
    if (!doom.hasStruck) {
      expect(at).toBeGreaterThan(6)
      return
    }
  }
}, 60_000)

test('offline nothing is claimed, so its person can still change it', async () => {
  const server = twoStudies()
  const { browser, ids } = await leftBehind(server, ['one'])
  const ports = courierPorts(browser, server, { isOnline: () => false })
  expect(await deliverSealedWork(ports, NEVER_ENDS)).toBe(1)
  const databases = await openBare(browser.userId)
  expect(await databases.work.outbox.get(ids[0]!)).toMatchObject({ state: 'waiting', sentAt: undefined })
  databases.close()
})

test('a delivery decrypts nothing of a locked vault', async () => {
  const server = twoStudies()
  const { browser, ids } = await leftBehind(server, ['one'])
  const databases = await openBare(browser.userId)
  const sealedRest = new Uint8Array([1, 2, 3])
  await databases.work.outbox.update(ids[0]!, { e: sealedRest })
  await deliverSealedWork(courierPorts(browser, server), NEVER_ENDS)
  expect(await databases.work.outbox.get(ids[0]!)).toMatchObject({ state: 'acked', e: sealedRest })
  databases.close()
})

test('work of an unregistered device waits for its page', async () => {
  const server = twoStudies()
  const browser = new Browser()
  const page = await openPage(browser, server)
  page.link.set(false)
  const input = { study_id: studyId(1), assigned_doctor_id: DOCTOR, signed_by_doctor_id: null }
  await enqueueCommand(page.databases, page.device.author, { key: 'assignDoctor', input, label: 'Assign' })
  await page.device.stop()
  expect(await deliverSealedWork(courierPorts(browser, server), NEVER_ENDS)).toBe(0)
  expect(server.happened).toEqual([])
  page.databases.close()
})

test('a lost delivery is repeated at once if the network works, not in the next round a minute later', async () => {
  const server = twoStudies()
  const { browser } = await leftBehind(server, ['one', 'two'])
  server.faults = ['lost request', 'lost request']
  const courier = startCourier(courierPorts(browser, server), NEVER)
  await until(() => server.happened.length === 2)
  expect(textsOf(server)).toEqual(['<p>one</p>', '<p>two</p>'])
  courier.stop()
})

test('work that cannot be sent is not retried endlessly', async () => {
  const server = twoStudies()
  const { browser } = await leftBehind(server, ['one'])
  server.faults = Array.from({ length: 100 }, () => 'lost request' as const)
  const courier = startCourier(courierPorts(browser, server), NEVER)
  await until(() => server.faults.length === 100 - 7)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(server.faults.length).toBe(100 - 7)
  courier.stop()
})
