import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeOver } from '#server/features/pacs/public/arrive.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { putStudy } from '../reports/report-fixture.ts'

let server: DemoServer
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

interface Row {
  id: string
  study_desc: string
  pat_name: string
  no_of_img: number
}
const rowsOf = (uid: string) =>
  askAdmin<Row>(
    server,
    'select id, study_desc, pat_name, no_of_img from study where study_iuid = $1 order by split_from_id nulls first',
    [uid],
  )

const PACS = randomUUID()

/** Sends a study from its image server with that many images. */
async function arrive(uid: string, images: number, desc = 'CT Chest'): Promise<void> {
  const header = {
    '0020000D': { vr: 'UI', Value: [uid] },
    '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Rao^Lakshmi' }] },
    '00081030': { vr: 'LO', Value: [desc] },
    '00201208': { vr: 'IS', Value: [images] },
  }
  const place = { clientId: CLIENT, pacsId: PACS, isBacklog: false }
  await takeOver(server.app.kernel, place, [{ uid, header }])
}

async function putArrived(uid: string): Promise<string> {
  const id = await putStudy(server)
  await askAdmin(server, 'update study set study_iuid = $1 where id = $2', [uid, id])
  await arrive(uid, 10)
  return id
}

test('the first row of a split study follows the image server, and no third one is added', async () => {
  const uid = '1.2.840.1.1'
  const id = await putArrived(uid)
  const second = randomUUID()
  const parts = {
    first: { study_desc: 'Chest', accession_no: 'A-1' },
    second: { study_desc: 'Abdomen', accession_no: 'A-2' },
  }
  await admin.post('study/splitStudy', { study_id: id, new_study_id: second, ...parts })
  await arrive(uid, 25, 'CT Chest and Abdomen')
  expect(await rowsOf(uid)).toMatchObject([
    { id, study_desc: 'Chest', no_of_img: 25 },
    { id: second, study_desc: 'Abdomen', no_of_img: 10 },
  ])
})

test('a later header does not overwrite a person’s correction; late images count', async () => {
  const uid = '1.2.840.1.2'
  const id = await putArrived(uid)
  await admin.post('study/updatePatientDtl', { study_id: id, fields: { study_desc: 'Corrected' } })
  await arrive(uid, 30, 'Sent anew')
  expect(await rowsOf(uid)).toMatchObject([{ id, study_desc: 'Corrected', no_of_img: 30 }])
})

test('a new UID makes one study, however often it arrives', async () => {
  const uid = '1.2.840.1.3'
  await arrive(uid, 3)
  await arrive(uid, 5)
  expect(await rowsOf(uid)).toMatchObject([{ no_of_img: 5, pat_name: 'Lakshmi Rao' }])
})
