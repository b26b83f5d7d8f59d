import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import {
  type Dcm4cheeDatabase,
  indexStudy,
  openDcm4cheeDatabase,
} from '#tests/helpers/archive/dcm4chee-database.ts'
import {
  answerStudies,
  eventually,
  openPacsFixture,
  type PacsFixture,
  qidoHeader,
  startFakeServer,
} from './pacs-fixture.ts'

let desk: PacsFixture
let index: Dcm4cheeDatabase
beforeAll(async () => {
  ;[desk, index] = await Promise.all([openPacsFixture(), openDcm4cheeDatabase()])
  desk.startPolling()
})
afterAll(async () => {
  await desk.close()
  await index.close()
})

const today = () => new Date().toISOString().slice(0, 10).replaceAll('-', '')
const arrived = async (
  uid: string,
  isRight: (study: { pat_name: string; no_of_img: number }) => boolean = () => true,
) => {
  const all = await eventually(
    () => desk.studies(),
    (studies) => studies.some((study) => study.study_iuid === uid && isRight(study)),
  )
  const found = all.find((study) => study.study_iuid === uid)
  if (!found) throw new Error('The study did not arrive.')
  return found
}

test('a study in the index of a dcm4chee archive arrives at the branch that names its sender', async () => {
  const branch = SANJEEVANI.branches[0]
  const series = [{ modality: 'CT', images: 2, from: branch?.aet ?? '' }]
  await indexStudy(index, { pk: 1, uid: '1.8.1', date: today(), name: 'Rao^Meera', patId: 'L-1', series })
  const pacsId = await desk.addPacs({ type: 'Lite_Postgres', ...index.address })
  const study = await arrived('1.8.1')
  expect(study).toMatchObject({
    pat_name: 'Meera Rao',
    pat_id: 'L-1',
    no_of_img: 2,
    branch_id: branch?.id,
    pacs_id: pacsId,
  })
  await eventually(
    () => desk.pacs(pacsId),
    (row) => row.state === 'ok',
  )
  await index.query('insert into study_query_attrs values (1, null, 9, $1, 1)', ['v'])
  await arrived('1.8.1', ({ no_of_img }) => no_of_img === 9)
  expect(desk.errors).toEqual([])
})

test('names of a Basic server are reversed if it is set so, also for existing studies', async () => {
  const header = qidoHeader('1.8.2', { '00080020': today(), '00100010': 'RAO^MEERA' })
  const corrected = qidoHeader('1.8.3', { '00080020': today(), '00100010': 'IYER^RAVI' })
  const fake = await startFakeServer(answerStudies(() => [header, corrected]))
  const pacsId = await desk.addPacs({ db_port: fake.port })
  expect((await arrived('1.8.2')).pat_name).toBe('MEERA RAO')
  const { id } = await arrived('1.8.3')
  await desk.server.db.database.tenant(SANJEEVANI.id, (tx) =>
    tx.updateTable('study').set({ pat_name: 'Ravi S Iyer' }).where('id', '=', id).execute(),
  )
  await desk.updatePacs(pacsId, { basic_pacs_show_name_reverse: true })
  await arrived('1.8.2', ({ pat_name }) => pat_name === 'RAO MEERA')
  // A value that a person corrected is kept.
  expect((await arrived('1.8.3')).pat_name).toBe('Ravi S Iyer')
  await desk.updatePacs(pacsId, { basic_pacs_show_name_reverse: false })
  await arrived('1.8.2', ({ pat_name }) => pat_name === 'MEERA RAO')
  await fake.close()
})
