import type { Tx } from '#server/kernel/context.ts'

/** Selects the names of the client's branches by id. */
export async function selectBranchNames(tx: Tx, clientId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('branch')
    .select(['id', 'name'])
    .where('client_id', '=', clientId)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
