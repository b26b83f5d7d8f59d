import type { PndtBranch } from '#domain/pndt/form-f-start.ts'
import type { Tx } from '#server/kernel/context.ts'

/** What Form F asks of a branch. */
export function getPndtBranch(tx: Tx, clientId: string, branchId: string): Promise<PndtBranch> {
  return tx
    .selectFrom('branch')
    .select(['pndt_applies', 'pndt_doctors'])
    .where('client_id', '=', clientId)
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()
}
