import { expect, test } from 'vitest'
import { type Databases, openDatabases } from '#src/db/open-databases.ts'
import { importDataKey, mintDataKey } from '#src/db/sealing/data-key.ts'
import { createKeySlot } from '#src/db/sealing/key-slot.ts'
import { createRecordCodec } from '#src/db/sealing/record-codec.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { deliverSealedWork } from '#src/sync/sealed/courier.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aStudy, studyId } from '../support/rows.ts'
import { courierPorts, registerAt } from '../support/sealed-page.ts'
import { Browser, callerOver, isDrained, openPage, type Page, until } from '../support/test-page.ts'

const NEVER_ENDS = new AbortController().signal

/** Opens a page with encrypted rows, with functions that lock and unlock it as the vault does. */
async function openVaultPage() {
  const server = new ModelServer([aStudy(), aStudy({ id: studyId(2) })])
  const browser = new Browser()
  await registerAt(server, browser.userId)
  const { id, raw } = mintDataKey()
  const dataKey = await importDataKey(id, raw)
  const slot = createKeySlot()
  await slot.put(dataKey)
  const databases = await openDatabases(browser.userId, { codec: createRecordCodec(slot.key) })
  const gate = { isHanging: false }
  const call = callerOver((url, init) => {
    if (!gate.isHanging || !url.includes('commands')) return server.fetch(url, init)
    return new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))
    })
  })
  const page = await openPage(browser, server, { call }, databases)
  const lock = async () => {
    await page.device.pause()
    slot.drop()
  }
  const unlock = async () => {
    await slot.put(dataKey)
    page.device.resume()
  }
  return { server, browser, page, gate, lock, unlock }
}

const save = ({ device, databases }: Page, text: string, study = studyId(1)) =>
  saveDraftIn(databases, device.author, aDraft(text, { study_id: study }), 'Draft', saveLabel)
const textsOf = (server: ModelServer) => server.happened.map(({ text }) => text)

async function expectAtRest(databases: Databases, server: ModelServer, text: string): Promise<void> {
  await until(() => isDrained(databases))
  const [draft] = await databases.work.drafts.toArray()
  expect(draft?.baseRev).toBe(server.reports.get(draft!.id)?.rev)
  expect(server.reports.get(draft!.id)?.report_data).toBe(text)
}

test('a locked page sends its work sealed, and continues after unlocking', async () => {
  const { server, browser, page, lock, unlock } = await openVaultPage()
  page.link.set(false)
  await save(page, 'one')
  await save(page, 'two')
  await lock()
  expect(await deliverSealedWork(courierPorts(browser, server), NEVER_ENDS)).toBe(0)
  expect(textsOf(server)).toEqual(['<p>one</p>', '<p>two</p>'])
  page.link.set(true)
  await unlock()
  await save(page, 'three')
  page.device.wake()
  await expectAtRest(page.databases, server, '<p>three</p>')
  expect(server.happened).toHaveLength(3)
  await page.device.stop()
  page.databases.close()
})

test('a page that locks during a hanging request releases the work, and nothing is done twice', async () => {
  const { server, browser, page, gate, lock, unlock } = await openVaultPage()
  gate.isHanging = true
  const id = await save(page, 'one')
  page.device.wake()
  await until(async () => (await page.databases.work.outbox.get(id))?.state === 'sending')
  await lock()
  await until(async () => (await deliverSealedWork(courierPorts(browser, server), NEVER_ENDS)) === 0)
  await until(() => server.happened.length === 1)
  gate.isHanging = false
  await unlock()
  await expectAtRest(page.databases, server, '<p>one</p>')
  expect(server.happened).toHaveLength(1)
  await page.device.stop()
  page.databases.close()
})

test('hanging requests are cancelled as soon as the link detects that the network is down', async () => {
  const { server, page, gate } = await openVaultPage()
  gate.isHanging = true
  await save(page, 'one')
  await save(page, 'other', studyId(2))
  page.device.wake()
  await until(async () => (await page.databases.work.outbox.where('state').equals('sending').count()) > 0)
  page.link.set(false)
  gate.isHanging = false
  page.link.set(true)
  const healed = performance.now()
  await until(() => isDrained(page.databases))
  expect(performance.now() - healed).toBeLessThan(5_000)
  expect(textsOf(server).sort()).toEqual(['<p>one</p>', '<p>other</p>'])
  await page.device.stop()
  page.databases.close()
})
