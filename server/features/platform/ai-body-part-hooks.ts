import { sql } from 'kysely'
import { filePath } from '#contract/calls/files.ts'
import type { AiBodyPartItem, aiBodyPart } from '#contract/masters/ai-body-part.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { parseMarkup } from '#domain/report/markup.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'

type ItemRow = Pick<AiBodyPartItem, 'heading' | 'description' | 'specifications'> & {
  body_part_id: string
  photo_file_id: string | null
}

/** Hooks of AI body parts: their items are separate rows, in the order of the form. */
export const aiBodyPartHooks: MasterHooks<typeof aiBodyPart> = {
  prepare: async ({ items }, _before, ctx) => {
    demandMarkup(items)
    await demandPhotos(items, ctx)
    return undefined
  },
  afterSave: async (id, { items }, _before, { tx, caller }) => {
    await sql`delete from ai_body_part_item where client_id = ${caller.clientId} and body_part_id = ${id}`.execute(
      tx,
    )
    if (items.length === 0) return
    const rows = items.map((item, place) => ({
      ...item,
      place,
      id: crypto.randomUUID(),
    }))
    await sql`insert into ai_body_part_item
      (client_id, id, body_part_id, place, heading, description, specifications, photo_file_id)
      select ${caller.clientId}::uuid, r.id, ${id}::uuid, r.place, r.heading, r.description, r.specifications, r.photo_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, place int, heading text, description text,
        specifications text, photo_id uuid)`.execute(tx)
  },
  complete: async (parts, { tx }) => {
    const ids = parts.map(({ id }) => id)
    const { rows } = await sql<ItemRow>`
      select body_part_id, heading, description, specifications, photo_file_id from ai_body_part_item
      where client_id = ${PLATFORM_CLIENT_ID} and body_part_id = any(${ids}::uuid[]) order by place`.execute(
      tx,
    )
    const items = Map.groupBy(rows, ({ body_part_id }) => body_part_id)
    return new Map(ids.map((id) => [id, { items: (items.get(id) ?? []).map(toItem) }]))
  },
}

const toItem = ({ photo_file_id, heading, description, specifications }: ItemRow): AiBodyPartItem => ({
  heading,
  description,
  specifications,
  photo_id: photo_file_id,
  photo_url: photo_file_id ? filePath(photo_file_id) : '',
})

// Throws if a description contains markup that a report's text may not contain, because the viewer of body parts
// renders it as formatted text. Text without tags predates formatted descriptions and stays as it is.
function demandMarkup(items: readonly AiBodyPartItem[]): void {
  for (const { heading, description } of items) {
    const parsed = parseMarkup(description)
    if (!parsed.ok && description.includes('<'))
      throw invalid({ items: `hold a description of ${heading} that is refused: ${parsed.reason}` })
  }
}

async function demandPhotos(items: readonly AiBodyPartItem[], { tx, caller }: Context): Promise<void> {
  const ids = [...new Set(items.flatMap(({ photo_id }) => photo_id ?? []))]
  if (ids.length === 0) return
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from file
    where client_id = ${caller.clientId} and purpose = 'bodypart_photo' and id = any(${ids}::uuid[])`.execute(
    tx,
  )
  if (rows[0]?.n !== ids.length) throw invalid({ items: 'name a photo that was not uploaded' })
}
