import { afterEach, expect, test } from 'vitest'
import { reportIdOf } from '#domain/report/report-id.ts'
import { RowBrokenError } from '#src/db/sealing/record-codec.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { findDraft, keepDraft } from '#src/sync/reports/drafts.ts'
import { detailOf } from '#src/sync/reports/local-detail.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aStudy } from '../support/rows.ts'
import { damage, openSealed } from '../support/sealed-databases.ts'
import { Browser, openPage, withStudy } from '../support/test-page.ts'

afterEach(() => setDevice(undefined))

test('a text damaged on the disk does not block the study; only its own report cannot be opened', async () => {
  const browser = new Browser()
  const { device, databases } = await openPage(
    browser,
    new ModelServer(),
    {},
    await openSealed(browser.userId),
  )
  setDevice(device)
  await withStudy(databases)
  const study = aStudy().id
  const damaged = reportIdOf(study, 2)
  await keepDraft(aDraft('whole'))
  await keepDraft(aDraft('damaged', { report_id: damaged, report_no: 2 }))
  await damage(databases.work.drafts, damaged)
  const question = detailOf(study)
  const detail = await question.open(await question.read(device), device)
  expect(detail.study?.id).toBe(study)
  expect(detail.drafts.map(({ report_data }) => report_data)).toEqual(['<p>whole</p>'])
  await expect(findDraft(damaged)).rejects.toThrow(RowBrokenError)
  expect((await findDraft(reportIdOf(study, 1)))?.report_data).toBe('<p>whole</p>')
  await device.stop()
})
