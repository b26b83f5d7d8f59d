import { afterEach, expect, test } from 'vitest'
import { setDevice } from '#src/sync/current-device.ts'
import { keepFile } from '#src/sync/files/keep-file.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, studyId } from '../support/rows.ts'
import { Browser, openPage, type Page, until, withStudy } from '../support/test-page.ts'

const open: Page[] = []
afterEach(async () => {
  setDevice(undefined)
  await Promise.all(open.splice(0).map(({ device }) => device.stop()))
})

test('after a restore, the pictures of a lost text are sent again before the text', async () => {
  const browser = new Browser()
  const done: string[] = []
  const start = async (server: ModelServer) => {
    const upload = async (id: string) => void done.push(`file ${id}`)
    const page = await openPage(browser, server, { upload })
    open.push(page)
    setDevice(page.device)
    return page
  }
  const first = await start(new ModelServer())
  await withStudy(first.databases)
  await until(async () => (await first.databases.work.meta.get('epoch')) !== undefined)
  const picture = new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' })
  const id = await keepFile(picture, 'report_image', studyId(1))
  const report_data = `<p><img src="/api/file/${id}"></p>`
  await saveDraftIn(first.databases, first.device.author, { ...aDraft(''), report_data }, 'Draft', saveLabel)
  first.device.wake()
  const { work } = first.databases
  await until(async () => (await work.outbox.toArray()).every(({ state }) => state === 'acked'))
  first.device.refresh()
  await until(async () => (await work.journal.count()) === 1, 'the journal')
  expect([done, await work.blobs.count()]).toEqual([[`file ${id}`], 0])
  await first.device.stop()

  const restored = new ModelServer()
  restored.epoch = 'second'
  const again = await start(restored)
  again.device.refresh()
  await until(() => restored.happened.length === 1, 'the text')
  expect(done).toEqual([`file ${id}`, `file ${id}`])
  expect(restored.happened).toHaveLength(1)
})
