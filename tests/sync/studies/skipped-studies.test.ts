// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setDevice } from '#src/sync/current-device.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { findSkipped, skipStudy } from '#src/sync/studies/skipped-studies.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { ModelServer } from '../support/model-server.ts'
import { aStudy, DOCTOR, studyId } from '../support/rows.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

let page: Page
beforeEach(async () => {
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  await keepConfirmed(page.databases, { study: aStudy({ id: studyId(1) }) })
  setSession(sessionFields({ user_id: DOCTOR, session_id: 's1' }))
  setDevice(page.device)
})
afterEach(async () => {
  setDevice(undefined)
  setSession(undefined)
  await page.device.stop()
})

const commands = async () => {
  const rows = await page.databases.work.outbox.toArray()
  return Promise.all(rows.toSorted((a, b) => a.seq - b.seq).map((row) => page.databases.outbox.open(row)))
}

test('each skip waits as a separate command, offline, and changes the order of this session at once', async () => {
  await skipStudy(studyId(1), 'poor_images')
  await skipStudy(studyId(1), 'second_opinion')
  const found = await commands()
  expect(found).toMatchObject([
    { call: 'study/skip', body: { input: { study_id: studyId(1), reason: 'poor_images' } } },
    { call: 'study/skip', body: { input: { study_id: studyId(1), reason: 'second_opinion' } } },
  ])
  expect(new Set(found.map(({ aggregate }) => aggregate)).size).toBe(2)
  expect(await findSkipped()).toEqual([{ study_id: studyId(1), reason: 'second_opinion' }])
})

test('a study that is not here and was not opened is skipped on this device alone', async () => {
  await skipStudy(studyId(9), 'poor_images')
  expect(await commands()).toEqual([])
  expect(await findSkipped()).toEqual([{ study_id: studyId(9), reason: 'poor_images' }])
})

test('an open report is skipped on the server too, even without a copy of its study on this device', async () => {
  await skipStudy(studyId(9), 'poor_images', true)
  expect(await commands()).toMatchObject([{ body: { input: { study_id: studyId(9) } } }])
})

test('nothing is skipped after the sign-out', async () => {
  setSession(undefined)
  await skipStudy(studyId(1), 'poor_images', true)
  expect(await commands()).toEqual([])
})
