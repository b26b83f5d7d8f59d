import type { Tx } from '#server/kernel/context.ts'

/** Returns the IANA name of a branch's time zone; undefined if the client has no such branch. */
export async function zoneOfBranch(
  tx: Tx,
  clientId: string,
  branchId: string | null,
): Promise<string | undefined> {
  if (branchId === null) return undefined
  const branch = await tx
    .selectFrom('branch')
    .select('time_zone')
    .where('client_id', '=', clientId)
    .where('id', '=', branchId)
    .executeTakeFirst()
  return branch?.time_zone
}
