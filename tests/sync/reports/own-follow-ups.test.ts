import { afterEach, expect, test, vi } from 'vitest'
import { recogniseFollowUps } from '#domain/follow-up/recognise.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { findOwnFollowUps, keepOwnFollowUps } from '#src/sync/reports/own-follow-ups.ts'
import { ModelServer } from '../support/model-server.ts'
import { aReport, aStudy } from '../support/rows.ts'
import { Browser, openPage } from '../support/test-page.ts'

const REPORT = aReport().id

afterEach(() => setDevice(undefined))

test('follow-ups dropped while they are being sealed do not come back', async () => {
  const page = await openPage(new Browser(), new ModelServer())
  setDevice(page.device)
  const own = recogniseFollowUps('<p>CT chest in 3 months.</p>', aStudy())
  expect(own).toHaveLength(1)
  const { seal } = page.databases.preferences
  vi.spyOn(page.databases.preferences, 'seal').mockImplementation(async (row) => {
    await new Promise((done) => setTimeout(done, 30))
    return seal(row)
  })
  const keeping = keepOwnFollowUps(REPORT, own)
  const dropping = keepOwnFollowUps(REPORT, [])
  // A read after a write returns the written value.
  expect(await findOwnFollowUps(REPORT)).toEqual([])
  await Promise.all([keeping, dropping])
  expect(await findOwnFollowUps(REPORT)).toEqual([])
  await page.device.stop()
})
