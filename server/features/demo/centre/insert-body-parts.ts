import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import type { KeepFile } from '../papers/pictures.ts'
import { demoId } from '../random.ts'
import { drawKeyImage } from '../reading/key-images.ts'

interface DemoBodyPart {
  name: string
  items: readonly { heading: string; description: string; specifications: string }[]
}

const BODY_PARTS: readonly DemoBodyPart[] = [
  {
    name: 'Chest',
    items: [
      {
        heading: 'Chest radiograph',
        description:
          '<p>Marks nodules, consolidation, pneumothorax and pleural effusion, and measures the heart.</p><ul><li>Frontal views of adults</li><li>CR and DX</li></ul>',
        specifications: 'Result within 2 minutes\nOne image at a time\nNot for patients under 16 years',
      },
      {
        heading: 'Chest CT',
        description:
          '<p>Finds solid and part-solid nodules from <strong>4 mm</strong> and follows their volume.</p>',
        specifications: 'Slices of 2 mm or thinner\nWith or without contrast',
      },
    ],
  },
  {
    name: 'Brain',
    items: [
      {
        heading: 'Haemorrhage on CT',
        description: '<p>Looks for bleeding inside the skull and puts the study first in the list.</p>',
        specifications: 'CT without contrast\nResult within 5 minutes',
      },
    ],
  },
  {
    name: 'Breast',
    items: [
      {
        heading: 'Mammogram',
        description: '<p>Scores masses and calcifications on four standard views.</p>',
        specifications: 'MG\nBoth sides, CC and MLO',
      },
    ],
  },
]

/** Returns the ids of the demo's body parts and of the photos of their items. */
export const bodyPartIds = (): { parts: string[]; photos: string[] } => ({
  parts: BODY_PARTS.map(({ name }) => demoId('body part', name)),
  photos: BODY_PARTS.flatMap(({ items }) => items.map(({ heading }) => demoId('body part photo', heading))),
})

/** Inserts the platform's body parts for AI companies; with `keepFile` each item has a drawn photo. */
export async function insertBodyParts(database: Database, keepFile?: KeepFile): Promise<void> {
  const parts = BODY_PARTS.map(({ name, items }, place) => ({
    id: demoId('body part', name),
    name,
    disp_odr: place + 1,
    items: items.map((item, at) => ({
      ...item,
      id: demoId('body part item', item.heading),
      place: at,
      photo_file_id: keepFile ? demoId('body part photo', item.heading) : null,
    })),
  }))
  const client = { client_id: PLATFORM_CLIENT_ID }
  await database.tenant(PLATFORM_CLIENT_ID, async (tx) => {
    await tx
      .insertInto('ai_body_part')
      .values(parts.map(({ id, name, disp_odr }) => ({ ...client, id, name, disp_odr })))
      .execute()
    await tx
      .insertInto('ai_body_part_item')
      .values(
        parts.flatMap(({ id, items }) => items.map((item) => ({ ...client, ...item, body_part_id: id }))),
      )
      .execute()
  })
  if (!keepFile) return
  for (const { heading, photo_file_id: id } of parts.flatMap(({ items }) => items))
    if (id !== null)
      await keepFile({
        clientId: PLATFORM_CLIENT_ID,
        id,
        purpose: 'bodypart_photo',
        name: `${heading}.jpg`,
        mime: 'image/jpeg',
        bytes: await drawKeyImage(heading),
      })
}
