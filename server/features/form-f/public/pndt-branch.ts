import type { PndtBranch } from '#domain/pndt/form-f-start.ts'
import type { Tx } from '#server/kernel/context.ts'

/** What Form F asks of a branch: nothing where the licence has no consent forms, because nobody could fill it in. */
export async function getPndtBranch(tx: Tx, clientId: string, branchId: string): Promise<PndtBranch> {
  const { main_modules, ...branch } = await tx
    .selectFrom('branch as b')
    .innerJoin('client as c', 'c.id', 'b.client_id')
    .select(['b.pndt_applies', 'b.pndt_doctors', 'c.main_modules'])
    .where('b.client_id', '=', clientId)
    .where('b.id', '=', branchId)
    .executeTakeFirstOrThrow()
  return { ...branch, pndt_applies: branch.pndt_applies && main_modules.includes('consent_forms') }
}
