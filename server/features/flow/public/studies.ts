import { type Selectable, sql } from 'kysely'
import type { StudyListInput } from '#contract/calls/studies.ts'
import { isInScope } from '#server/features/sales/public/figure-scope.ts'
import type { Figures } from '#server/features/sales/public/figures.ts'
import { filterConditions, modalityAskedFor } from '#server/features/studies/public/list-filter.ts'
import { selectValuesOfModality } from '#server/features/studies/public/modalities.ts'
import type { Study } from '#server/kernel/database/schema.ts'

export type FlowFilter = Partial<
  Pick<StudyListInput, 'modality' | 'department_id' | 'from_date' | 'to_date' | 'date_col'>
>
/** Filters of the study figures, in addition to their days. */
export type FlowNarrowing = Pick<FlowFilter, 'modality' | 'department_id'>

/**
 * Returns the studies of the figures' branches under the filters of the study lists, as a query over `s`. Days are in
 * the caller's zone, as in those lists, so that a list with the same filter has the same number of rows.
 */
export async function flowStudies({ tx, caller, scope, now }: Figures, wanted: FlowFilter) {
  const filter = { ...wanted, assigned_type: 'Any' as const }
  const modality = modalityAskedFor(filter)
  const modalityValues = modality ? await selectValuesOfModality(tx, caller.clientId, modality) : undefined
  return tx
    .selectFrom(sql<Selectable<Study>>`study`.as<'s'>('s'))
    .where('s.client_id', '=', caller.clientId)
    .where(isInScope(sql.ref<string>('s.branch_id'), scope))
    .where((eb) => eb.and(filterConditions(eb, filter, { timeZone: caller.timeZone, now, modalityValues })))
}
