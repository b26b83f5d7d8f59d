import type { SyncSource } from '#server/kernel/sync/source.ts'

/** Tags as the test world syncs them: in the client's scope, and in branches if a test puts them there. */
export const tagSource: SyncSource<'tag'> = {
  type: 'tag',
  scopes: ['client', 'branch'],
  read: async (tx, _caller, ids) => {
    const rows = await tx
      .selectFrom('study_tag')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute()
    const visible = rows.filter((row) => row.active)
    return new Map(
      visible.map(({ id, rev, name, color }) => [
        id,
        { rev, body: { id, rev, name, color, type: 'Normal' }, scopes: [color] },
      ]),
    )
  },
  // The colour stores the tag's scope, because the table has no other column for it.
  backfill: async (tx, caller, scope, after, limit) => {
    const rows = await tx
      .selectFrom('study_tag')
      .select('id')
      .where('client_id', '=', caller.clientId)
      .where('color', '=', scope)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map((row) => row.id)
  },
  revisions: async (tx, caller, scopes, { day }) => {
    if (day) return []
    const rows = await tx
      .selectFrom('study_tag')
      .select(['id', 'rev'])
      .where('client_id', '=', caller.clientId)
      .where('active', '=', true)
      .where('color', 'in', [...scopes])
      .execute()
    return rows.map((row) => ({ ...row, day: '' }))
  },
}
