import { afterEach, beforeEach, expect, test } from 'vitest'
import { WorkDatabase } from '#src/db/work-database.ts'
import { followHistory } from '#src/sync/journal/page-history.ts'
import { findHistoryChange } from '#src/sync/journal/use-history-change.ts'
import { noteEpoch } from '#src/sync/pull/epoch.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft } from '../support/rows.ts'
import { Browser, openPage, until } from '../support/test-page.ts'

let work: WorkDatabase
beforeEach(async () => {
  work = new WorkDatabase('history')
  await work.open()
})
afterEach(() => work.delete())

test('a page keeps the history known when it opened, until its screens are read again', async () => {
  await noteEpoch(work, 'first')
  const page = await followHistory(work)
  await noteEpoch(work, 'second')
  expect(page.read()).toBe('first')
  expect((await followHistory(work)).read()).toBe('second')
  await page.readAnew()
  expect(page.read()).toBe('second')
})

test('on a device without a known history, a page takes the first one', async () => {
  const page = await followHistory(work)
  expect(page.read()).toBeUndefined()
  await noteEpoch(work, 'first')
  await until(() => page.read() === 'first')
  await noteEpoch(work, 'second')
  expect(page.read()).toBe('first')
})

test('the first history of a device is not a change: text typed before the first pull stays', async () => {
  const history = await followHistory(work)
  const change = () => findHistoryChange({ databases: { work }, history })
  await noteEpoch(work, 'first')
  expect(await change()).toBeUndefined()
  await until(() => history.read() === 'first')
  expect(await change()).toBeUndefined()
  await noteEpoch(work, 'second')
  expect(await change()).toBe('second')
})

test('text typed on a screen from before a restore is based on the old history, even once the new one is known', async () => {
  const server = new ModelServer()
  const page = await openPage(new Browser(), server)
  await until(() => page.device.history.read() === 'first')
  server.epoch = 'second'
  page.device.refresh()
  const { databases, device, link } = page
  await until(async () => (await databases.work.meta.get('epoch'))?.text === 'second')
  link.set(false)
  const save = async (text: string) => {
    const draft = aDraft(text, { base_rev: 7 })
    const id = await saveDraftIn(databases, device.author, draft, 'Draft', saveLabel)
    return (await databases.work.outbox.get(id))?.base
  }
  expect(await save('typed on the old screen')).toMatchObject({ rev: 7, epoch: 'first' })
  await databases.work.drafts.clear()
  await databases.work.outbox.clear()
  await device.history.readAnew()
  expect(await save('typed on a new one')).toMatchObject({ rev: 7, epoch: 'second' })
  await device.stop()
})
