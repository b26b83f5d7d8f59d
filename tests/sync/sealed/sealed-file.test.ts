import { expect, test } from 'vitest'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { collectSealed, NotRegisteredError, type SealedFile } from '#src/sync/sealed/export-sealed.ts'
import { importFile, NotASealedFileError } from '#src/sync/sealed/import-sealed.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aStudy, studyId } from '../support/rows.ts'
import { registerAt } from '../support/sealed-page.ts'
import { Browser, callerOver, isDrained, openPage, type Page, until } from '../support/test-page.ts'

const save = ({ databases, device }: Page, text: string, study = studyId(1)) =>
  saveDraftIn(databases, device.author, aDraft(text, { study_id: study }), 'Draft', saveLabel)

async function exported() {
  const server = new ModelServer([aStudy(), aStudy({ id: studyId(2) })])
  const browser = new Browser()
  await registerAt(server, browser.userId)
  const page = await openPage(browser, server)
  page.link.set(false)
  const ids = [await save(page, 'one'), await save(page, 'two'), await save(page, 'other', studyId(2))]
  const file = await collectSealed(page.databases.work, browser.clock)
  return { server, browser, page, ids, file, call: callerOver(server.fetch) }
}
const textsOf = (server: ModelServer) => server.happened.map(({ text }) => text)

test('a file delivers waiting work once, whoever delivers it and however often', async () => {
  const { server, page, ids, file, call } = await exported()
  expect(file.items.map(({ id }) => id)).toEqual(ids)
  expect(JSON.stringify(file)).not.toContain('other')
  expect(await importFile(call, JSON.stringify(file))).toEqual({
    accepted: 3,
    known: 0,
    held: 0,
    refused: [],
  })
  expect(await importFile(call, JSON.stringify(file))).toEqual({
    accepted: 0,
    known: 3,
    held: 0,
    refused: [],
  })
  page.link.set(true)
  await until(() => isDrained(page.databases))
  expect(textsOf(server)).toEqual(['<p>one</p>', '<p>two</p>', '<p>other</p>'])
  await page.device.stop()
})

test('exported work counts as sent: it stays unchanged, and discarding it asks the server first', async () => {
  const { server, page, ids } = await exported()
  const rows = await page.databases.work.outbox.bulkGet(ids)
  expect(rows.every((row) => row?.exportedAt !== undefined && row.sentAt !== undefined)).toBe(true)
  expect(await page.device.giveUpCommand(ids[2]!)).toBe('gone')
  expect(server.voided.has(ids[2]!)).toBe(true)
  await page.device.stop()
})

test('entries altered or damaged in transit are named, and all others are accepted', async () => {
  const { server, page, ids, file, call } = await exported()
  const altered: SealedFile = structuredClone(file)
  altered.items[2]!.at = '2020-01-01T00:00:00.000Z'
  const items: unknown[] = [...altered.items, { id: 'damaged' }, 'rubbish']
  const imported = await importFile(call, JSON.stringify({ ...altered, items }))
  expect(imported.accepted).toBe(2)
  expect(imported.refused.map(({ id }) => id)).toEqual(['damaged', 'number 5', ids[2]])
  expect(imported.refused.every(({ reason }) => reason.includes('altered'))).toBe(true)
  expect(textsOf(server)).toEqual(['<p>one</p>', '<p>two</p>'])
  await page.device.stop()
})

test.each(['', '{"format":"readroom-sealed"', '{"format":"other","version":1}', '[]'])(
  'another file (%s) is refused with a message',
  async (text) => {
    const { page, call } = await exported()
    await expect(importFile(call, text)).rejects.toThrow(NotASealedFileError)
    await page.device.stop()
  },
)

test('an unregistered device is refused with a message', async () => {
  const page = await openPage(new Browser(), new ModelServer())
  await expect(collectSealed(page.databases.work, 1)).rejects.toThrow(NotRegisteredError)
  await page.device.stop()
})

test('work stored without the server key, or under an earlier key, is sealed at the next opportunity', async () => {
  const server = new ModelServer()
  server.isReachable = false
  const page = await openPage(new Browser(), server)
  page.link.set(false)
  const { work } = page.databases
  const id = await save(page, 'one')
  expect(await work.outbox.get(id)).toMatchObject({ sealed: null })
  for (const keyId of ['one', 'two']) {
    server.door.changeKey(keyId)
    const { raw } = await server.door.publicKey()
    await work.keys.put({ id: 'server', keyId, key: raw })
    expect(await page.device.makeTravel()).toBe(1)
    expect(await page.device.makeTravel()).toBe(0)
    expect((await work.outbox.get(id))?.sealedKeyId).toBe(keyId)
  }
  await page.device.stop()
})
