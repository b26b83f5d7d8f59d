import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { patientDeskCalls } from '#contract/calls/patient-desk.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { Tx } from '#server/kernel/context.ts'

type MergeItem = OutputOf<typeof patientDeskCalls.merges>['result'][number]

/** The records that a merge moved, and the fields of the kept record that it changed. */
export const Moved = z.object({
  visits: z.array(z.string()),
  studies: z.array(z.string()),
  consents: z.array(z.string()),
  requests: z.array(z.string()),
  fields: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
})
export type Moved = z.output<typeof Moved>

/** Selects the merges into a record, newest first. */
export async function selectMerges(tx: Tx, clientId: string, keptId: string): Promise<MergeItem[]> {
  const rows = await tx
    .selectFrom('patient_merge as m')
    .innerJoin('patient as p', (on) =>
      on.onRef('p.client_id', '=', 'm.client_id').onRef('p.id', '=', 'm.merged_id'),
    )
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'm.client_id').onRef('u.id', '=', 'm.merged_by_id'),
    )
    .select(['m.id', 'm.merged_id', 'm.moved', 'm.merged_on', 'm.undone_on', 'p.pat_id', 'u.name as by'])
    .select(sql<string>`concat_ws(' ', p.fname, p.lname)`.as('name'))
    .where('m.client_id', '=', clientId)
    .where('m.kept_id', '=', keptId)
    .orderBy('m.merged_on', 'desc')
    .orderBy('m.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ moved, by, merged_on, undone_on, ...row }) => {
    const { visits, studies } = Moved.parse(moved)
    return {
      ...row,
      visits: visits.length,
      studies: studies.length,
      merged_on: merged_on.toISOString(),
      merged_by: by ?? '',
      undone_on: undone_on?.toISOString() ?? null,
    }
  })
}
