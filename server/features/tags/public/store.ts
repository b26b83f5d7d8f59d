import type { StudyTagItem } from '#contract/calls/directory.ts'
import type { Tx } from '#server/kernel/context.ts'

export interface FoundTag {
  id: string
  name: string
}

const tagsInUse = (tx: Tx, clientId: string, type: StudyTagItem['type']) =>
  tx
    .selectFrom('study_tag')
    .select(['id', 'name'])
    .where('client_id', '=', clientId)
    .where('type', '=', type)
    .where('active', '=', true)
    .where('hidden', 'is', null)

/** Returns the normal tag with that id if it is active. */
export function findNormalTag(tx: Tx, clientId: string, id: string): Promise<FoundTag | undefined> {
  return tagsInUse(tx, clientId, 'Normal').where('id', '=', id).executeTakeFirst()
}

/** Returns the critical tag with that name if it is active. */
export function findCriticalTag(tx: Tx, clientId: string, name: string): Promise<FoundTag | undefined> {
  return tagsInUse(tx, clientId, 'Critical').where('name', '=', name).orderBy('id').executeTakeFirst()
}
