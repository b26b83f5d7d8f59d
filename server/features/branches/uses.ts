import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import { countWords } from '#server/masters/use-words.ts'

/** Returns where a branch is used apart from other masters, in words: studies and visits. */
export async function usesOfBranch(id: string, { tx, caller }: Context): Promise<string[]> {
  const { clientId } = caller
  const { rows } = await sql<{ studies: number; visits: number }>`select
    (select count(*)::int from study where client_id = ${clientId} and branch_id = ${id} and hidden is null) as studies,
    (select count(*)::int from visit where client_id = ${clientId} and branch_id = ${id}) as visits`.execute(
    tx,
  )
  const { studies = 0, visits = 0 } = rows[0] ?? {}
  return [
    ...(studies > 0 ? [countWords(studies, 'study')] : []),
    ...(visits > 0 ? [countWords(visits, 'visit')] : []),
  ]
}
