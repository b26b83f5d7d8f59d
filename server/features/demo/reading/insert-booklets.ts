import { sql } from 'kysely'
import { bookletIdOf } from '#domain/study/booklet.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import type { DemoCentre } from '../centres.ts'
import type { KeepFile } from '../papers/pictures.ts'
import { demoId } from '../random.ts'
import { drawCover, drawKeyImage } from './key-images.ts'

/** Number of a centre's newest verified studies with key images: enough to be found, few enough to draw at once. */
const STUDIES = 3
const IMAGES = 5

const coverIdOf = (branchId: string, side: 'front' | 'back') => demoId(`booklet ${side}`, branchId)
const imageIdOf = (studyId: string, number: number) => demoId('key image', `${studyId} ${number}`)

/** Inserts booklets of some verified studies, and the fronts and backs of the branches. */
export async function insertBooklets(
  database: Database,
  centre: DemoCentre,
  now: Date,
  keepFile: KeepFile,
): Promise<void> {
  await insertCovers(database, centre, keepFile)
  const studies = await database.tenant(centre.id, (tx) =>
    tx
      .selectFrom('study')
      .select(['id', 'signed_by_doctor_id'])
      .where('client_id', '=', centre.id)
      .where('status', '=', 'Verified')
      .orderBy('received_datetime', 'desc')
      .orderBy('id')
      .limit(STUDIES)
      .execute(),
  )
  for (const { id, signed_by_doctor_id } of studies) {
    const images = Array.from({ length: IMAGES }, (_, at) => imageIdOf(id, at + 1))
    for (const image of images)
      await keepFile({
        clientId: centre.id,
        id: image,
        purpose: 'booklet_image',
        ownerId: id,
        name: 'picture.jpg',
        mime: 'image/jpeg',
        bytes: await drawKeyImage(image),
      })
    const booklet = {
      client_id: centre.id,
      id: bookletIdOf(id),
      study_id: id,
      layout: '2x3',
      img_file_ids: sql<string[]>`${images}::uuid[]`,
      updated: now,
      updated_by: signed_by_doctor_id,
    }
    await database.tenant(centre.id, (tx) => tx.insertInto('booklet').values(booklet).execute())
  }
}

async function insertCovers(database: Database, centre: DemoCentre, keepFile: KeepFile): Promise<void> {
  for (const branch of centre.branches) {
    for (const side of ['front', 'back'] as const)
      await keepFile({
        clientId: centre.id,
        id: coverIdOf(branch.id, side),
        purpose: 'letterhead',
        name: `${branch.name} booklet ${side}.jpg`,
        mime: 'image/jpeg',
        bytes: await drawCover(branch, side),
      })
    await database.tenant(centre.id, (tx) =>
      tx
        .updateTable('branch')
        .set({
          booklet_front_file_id: coverIdOf(branch.id, 'front'),
          booklet_back_file_id: coverIdOf(branch.id, 'back'),
        })
        .where('client_id', '=', centre.id)
        .where('id', '=', branch.id)
        .execute(),
    )
  }
}
