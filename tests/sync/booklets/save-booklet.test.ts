import { afterEach, expect, test } from 'vitest'
import { bookletIdOf } from '#domain/study/booklet.ts'
import { saveBooklet } from '#src/sync/booklets/save-booklet.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { keepFile } from '#src/sync/files/keep-file.ts'
import { findStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import { ModelServer } from '../support/model-server.ts'
import { aStudy } from '../support/rows.ts'
import { Browser, openPage, type Page, withStudy } from '../support/test-page.ts'

const STUDY = aStudy().id
let page: Page | undefined

async function start(): Promise<Page> {
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  await withStudy(page.databases)
  setDevice(page.device)
  return page
}
afterEach(async () => {
  setDevice(undefined)
  await page?.device.stop()
})

const LOOK = { layout: '2x2', empty_area_bg: 'white' } as const

test('a booklet is shown at once and waits until its pictures are uploaded', async () => {
  const { databases, device } = await start()
  const file = await keepFile(new Blob([new Uint8Array(20)], { type: 'image/jpeg' }), 'booklet_image', STUDY)
  const id = await saveBooklet(STUDY, { ...LOOK, img_file_ids: [null, file, null] }, 0)
  const [shown] = await findStudyParts(device, 'booklet', STUDY)
  expect(shown).toMatchObject({
    id: bookletIdOf(STUDY),
    layout: '2x2',
    empty_area_bg: 'white',
    img_file_ids: [null, file],
    isWaiting: true,
  })
  expect((await databases.work.outbox.get(id))?.files).toEqual([file])
  expect((await databases.blobs.find(file))?.body).toMatchObject({ purpose: 'booklet_image', owner: STUDY })
})

test('a save after a waiting save follows it; the first is based on the server’s revision', async () => {
  const { databases } = await start()
  const first = await saveBooklet(STUDY, { ...LOOK, img_file_ids: [] }, 7)
  const second = await saveBooklet(STUDY, { ...LOOK, layout: '3x3', img_file_ids: [] }, 7)
  const baseOf = async (id: string) => (await databases.work.outbox.get(id))?.base
  // With the server's history, if the device knows it by then.
  expect(await baseOf(first)).toMatchObject({ rev: 7 })
  expect(await baseOf(second)).toEqual({ follows: first })
})

test('the first booklet of a study has no base revision', async () => {
  const { databases } = await start()
  const id = await saveBooklet(STUDY, { ...LOOK, img_file_ids: [] }, 0)
  expect((await databases.work.outbox.get(id))?.base).toBeUndefined()
})
