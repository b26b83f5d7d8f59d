import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCtFiles } from '#tests/helpers/archive/dicom-files.ts'
import {
  missingOrthanc,
  ORTHANC_PASSWORD,
  ORTHANC_USER,
  type Orthanc,
  startOrthanc,
} from '#tests/helpers/archive/orthanc.ts'
import { CLIENT } from '../pacs/pacs-fixture.ts'
import { type CheckFixture, dayOf, daysAgo, openCheckFixture } from './check-fixture.ts'

describe.skipIf(missingOrthanc)(`a real image server is compared (${missingOrthanc ?? 'all there'})`, () => {
  let orthanc: Orthanc
  let desk: CheckFixture
  let folder: string
  let id: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'readroom-dicom-'))
    orthanc = await startOrthanc()
    desk = await openCheckFixture()
    const account = { db_user: ORTHANC_USER, db_password: ORTHANC_PASSWORD }
    id = await desk.addPacs({ db_port: orthanc.httpPort, backlog_done: new Date(), ...account })
  })
  afterAll(async () => {
    await desk?.close()
    await orthanc?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = (uid: string, from: string, patient: string, images = 2) =>
    orthanc.store(
      writeCtFiles(
        { StudyInstanceUID: uid, PatientID: patient, PatientName: `${patient}^Test`, StudyDate: daysAgo(1) },
        { folder, images, seriesNumber: 1 },
      ),
      from,
    )
  const idOf = async (uid: string) => {
    const found = (await orthanc.ask('POST', '/tools/find', {
      Level: 'Study',
      Query: { StudyInstanceUID: uid },
    })) as string[]
    if (!found[0]) throw new Error('Orthanc does not hold the study.')
    return found[0]
  }

  test('fetched by its sender, marked once it is deleted, unmarked once it is sent again', async () => {
    await send('1.2.826.0.9.1', 'CT_A', 'PA')
    await send('1.2.826.0.9.2', 'CT_A', 'PB')
    await send('1.2.826.0.9.3', 'MR_B', 'PC')
    await desk.check(id)
    expect(await desk.run(id)).toMatchObject({ state: 'ok', words: '' })
    const day = dayOf(daysAgo(1))
    expect(await desk.days(id)).toMatchObject([
      { day, aet: 'CT_A', count_there: 2, missing_here: 2 },
      { day, aet: 'MR_B', count_there: 1, missing_here: 1 },
    ])
    await orthanc.ask('DELETE', `/studies/${await idOf('1.2.826.0.9.1')}`)
    await desk.check(id)
    expect(await desk.days(id)).toMatchObject([
      { aet: 'CT_A', count_there: 1, count_here: 2, missing_there: 1 },
      { aet: 'MR_B', count_there: 1, count_here: 1, missing_there: 0 },
    ])
    expect((await desk.studyOf('1.2.826.0.9.1')).missing_at_source_since).not.toBeNull()
    expect((await desk.studyOf('1.2.826.0.9.2')).missing_at_source_since).toBeNull()
    await send('1.2.826.0.9.1', 'CT_A', 'PA')
    await desk.check(id)
    expect((await desk.studyOf('1.2.826.0.9.1')).missing_at_source_since).toBeNull()
  })

  test('another patient over a started text is noted, and so is a removed series', async () => {
    await orthanc.store(
      writeCtFiles(
        { StudyInstanceUID: '1.2.826.0.9.2', PatientID: 'PB', PatientName: 'PB^Test', StudyDate: daysAgo(1) },
        { folder, images: 3, seriesNumber: 2 },
      ),
      'CT_A',
    )
    await desk.check(id)
    expect(await desk.studyOf('1.2.826.0.9.2')).toMatchObject({ no_of_img: 5, source_changed: null })
    await desk.server.db.database.tenant(CLIENT, (tx) =>
      tx.updateTable('study').set({ status: 'Draft' }).where('study_iuid', '=', '1.2.826.0.9.2').execute(),
    )
    // Does what an archive does when it corrects the patient and moves a series to another study.
    await orthanc.ask('DELETE', `/studies/${await idOf('1.2.826.0.9.2')}`)
    await send('1.2.826.0.9.2', 'CT_A', 'PZ')
    await desk.check(id)
    const after = await desk.studyOf('1.2.826.0.9.2')
    expect(after).toMatchObject({ pat_id: 'PB', pat_name: 'Test PB', missing_at_source_since: null })
    expect(after.source_changed).toMatchObject({
      fields: { pat_id: 'PZ', pat_name: 'Test PZ' },
      images: { was: 5, is: 2 },
      series: { was: 2, is: 1 },
    })
  })
})
