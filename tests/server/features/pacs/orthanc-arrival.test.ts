import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { branchScope } from '#server/kernel/scopes.ts'
import { type DicomStudy, writeCtFiles } from '#tests/helpers/archive/dicom-files.ts'
import {
  missingOrthanc,
  ORTHANC_PASSWORD,
  ORTHANC_USER,
  type Orthanc,
  startOrthanc,
} from '#tests/helpers/archive/orthanc.ts'
import { CLIENT, eventually, openPacsFixture, type PacsFixture } from './pacs-fixture.ts'

const branchOf = (name: string) => {
  const branch = SANJEEVANI.branches.find((each) => each.name === name)
  if (!branch) throw new Error(`The demo has no branch ${name}.`)
  return branch
}
const ANDHERI = branchOf('Andheri')
const KOTHRUD = branchOf('Kothrud')
const account = { db_user: ORTHANC_USER, db_password: ORTHANC_PASSWORD }

/** Returns today in DICOM's format, in India. */
const today = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')

describe.skipIf(missingOrthanc)(`a real image server (${missingOrthanc ?? 'all there'})`, () => {
  let orthanc: Orthanc
  let desk: PacsFixture
  let folder: string
  let pacsId: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'readroom-dicom-'))
    orthanc = await startOrthanc()
    desk = await openPacsFixture()
    pacsId = await desk.addPacs({ db_port: orthanc.httpPort, ...account })
    desk.startPolling()
    await eventually(
      () => desk.pacs(pacsId),
      (row) => row.state === 'ok',
    )
  })
  afterAll(async () => {
    await desk?.close()
    await orthanc?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = (study: DicomStudy, images: number, from: string, seriesNumber = 1) =>
    orthanc.store(writeCtFiles(study, { folder, images, seriesNumber }), from)
  const arrived = async (uid: string, isRight: (study: { no_of_img: number }) => boolean = () => true) => {
    const all = await eventually(
      () => desk.studies(),
      (studies) => studies.some((study) => study.study_iuid === uid && isRight(study)),
    )
    const [found, ...doubles] = all.filter((study) => study.study_iuid === uid)
    expect(doubles).toEqual([])
    if (!found) throw new Error('The study did not arrive.')
    return found
  }
  const feedOf = (id: string) =>
    desk.server.db.database.tenant(CLIENT, (tx) =>
      tx
        .selectFrom('change_feed')
        .select(['scope', 'rev', 'op'])
        .where('id', '=', id)
        .orderBy('pos')
        .execute(),
    )

  test('a CT is on the worklist within seconds of being sent', async () => {
    const start = Date.now()
    await send(
      {
        StudyInstanceUID: '1.2.826.0.1.1',
        PatientName: 'Kulkarni^Asha',
        PatientID: 'SAN-7001',
        PatientBirthDate: '19640229',
        PatientSex: 'F',
        AccessionNumber: 'S7001',
        StudyDate: today(),
        StudyTime: '091500',
        StudyDescription: 'CT Brain plain',
        ReferringPhysicianName: 'Iyer^R',
      },
      3,
      ANDHERI.aet,
    )
    const study = await arrived('1.2.826.0.1.1')
    expect(Date.now() - start).toBeLessThan(10_000)
    expect(study).toMatchObject({
      pat_id: 'SAN-7001',
      pat_birthdate: '1964-02-29',
      accession_no: 'S7001',
      study_desc: 'CT Brain plain',
      modality: 'CT',
      status: 'Pending',
      src_aet: ANDHERI.aet,
      branch_id: ANDHERI.id,
      pacs_id: pacsId,
      tat: ANDHERI.tatMinutes,
    })
    expect(study.pat_name).toMatch(/Asha/)
    expect(Date.now() - study.received_datetime.getTime()).toBeLessThan(15_000)
    expect(study.dicom_header).toMatchObject({ '00100020': { Value: ['SAN-7001'] } })
    expect((await feedOf(study.id))[0]).toMatchObject({ op: 'put', rev: 1, scope: branchScope(ANDHERI.id) })

    const doctor = await desk.server.signIn('dr.mehta')
    const list = await doctor.post('study/getList', { accession_no: 'S7001' })
    expect(list.body.result.data).toMatchObject([
      { pat_id: 'SAN-7001', branch: ANDHERI.fullName, status: 'Pending' },
    ])
    const status = await doctor.get('pacs/status')
    expect(status.body.result).toMatchObject([{ id: pacsId, state: 'ok', detail: '' }])
  })

  test('the sender decides the branch', async () => {
    await send({ StudyInstanceUID: '1.2.826.0.1.2', PatientID: 'K1', StudyDate: today() }, 1, KOTHRUD.aet)
    expect((await arrived('1.2.826.0.1.2')).branch_id).toBe(KOTHRUD.id)
  })

  test('a sender without a branch leaves the study unassigned', async () => {
    await send({ StudyInstanceUID: '1.2.826.0.1.3', PatientID: 'X1', StudyDate: today() }, 1, 'STRANGER')
    expect(await arrived('1.2.826.0.1.3')).toMatchObject({ branch_id: null, src_aet: 'STRANGER' })
  })

  test('an Arabic name arrives unchanged', async () => {
    await send(
      { StudyInstanceUID: '1.2.826.0.1.4', PatientName: 'السالم^محمد', PatientID: 'A4', StudyDate: today() },
      1,
      ANDHERI.aet,
    )
    const { pat_name } = await arrived('1.2.826.0.1.4')
    expect(pat_name).toContain('محمد')
    expect(pat_name).toContain('السالم')
  })

  test('a header without name, accession number and date still arrives', async () => {
    await send({ StudyInstanceUID: '1.2.826.0.1.5' }, 1, ANDHERI.aet)
    expect(await arrived('1.2.826.0.1.5')).toMatchObject({
      pat_name: '',
      accession_no: '',
      study_datetime: null,
      status: 'Pending',
    })
  })

  test('late series increase the image count and change nothing that people wrote', async () => {
    const study = { StudyInstanceUID: '1.2.826.0.1.6', PatientName: 'Late^Series', StudyDate: today() }
    await send(study, 2, ANDHERI.aet)
    const first = await arrived('1.2.826.0.1.6', ({ no_of_img }) => no_of_img === 2)
    await desk.server.db.database.tenant(CLIENT, (tx) =>
      tx
        .updateTable('study')
        .set({ status: 'Draft', pat_name: 'Corrected Name', rev: first.rev + 1 })
        .where('id', '=', first.id)
        .execute(),
    )
    await send(study, 4, ANDHERI.aet, 2)
    const later = await arrived('1.2.826.0.1.6', ({ no_of_img }) => no_of_img === 6)
    expect(later).toMatchObject({ id: first.id, status: 'Draft', pat_name: 'Corrected Name' })
    expect(later.received_datetime).toEqual(first.received_datetime)
    expect(later.rev).toBeGreaterThan(first.rev + 1)
  })

  test('a study deleted here stays deleted', async () => {
    const study = { StudyInstanceUID: '1.2.826.0.1.7', StudyDate: today() }
    await send(study, 1, ANDHERI.aet)
    const { id } = await arrived('1.2.826.0.1.7')
    await desk.server.db.database.tenant(CLIENT, (tx) =>
      tx.updateTable('study').set({ hidden: new Date() }).where('id', '=', id).execute(),
    )
    await send(study, 2, ANDHERI.aet, 2)
    await send({ StudyInstanceUID: '1.2.826.0.1.8', StudyDate: today() }, 1, ANDHERI.aet)
    await arrived('1.2.826.0.1.8')
    const hidden = (await desk.studies()).filter((each) => each.study_iuid === '1.2.826.0.1.7')
    expect(hidden).toMatchObject([{ id, no_of_img: 1 }])
  })

  test('a wrong password is reported, and everything arrives once it is correct', async () => {
    await desk.updatePacs(pacsId, { db_password: 'wrong' })
    const refused = await eventually(
      () => desk.pacs(pacsId),
      (row) => row.state === 'down',
    )
    expect(refused.state_detail).toBe('The image server refuses the user name or the password.')
    await send({ StudyInstanceUID: '1.2.826.0.1.9', StudyDate: today() }, 1, ANDHERI.aet)
    await desk.updatePacs(pacsId, account)
    await arrived('1.2.826.0.1.9')
    await eventually(
      () => desk.pacs(pacsId),
      (row) => row.state === 'ok',
    )
  })

  test('none of this was a server error', () => {
    expect(desk.errors).toEqual([])
  })
})
