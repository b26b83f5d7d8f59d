import { canAutosave } from '#domain/status/report-status.ts'
import type { OpenDraft } from '#src/db/tables.ts'
import { clinicalSave, isClinicalRow } from '../clinical/clinical-text.ts'
import type { LocalRecords } from '../effects/effect.ts'
import { isAddendumDraft } from '../reports/addendum-draft.ts'
import { autosaveOf } from '../reports/keep-draft.ts'
import { isPeerText } from '../reports/peer-text.ts'
import { saveLabel } from '../reports/words.ts'
import type { Autosave } from './draft-rows.ts'

/**
 * How a text is saved without anybody asking for it. Undefined where only a person saves it: an addendum, a second reading, a report that is
 * signed by now, a report whose template asks for no autosave.
 */
export async function findAutosave(
  row: OpenDraft,
  { findReports }: Pick<LocalRecords, 'findReports'>,
): Promise<Autosave | undefined> {
  if (isAddendumDraft(row) || isPeerText(row)) return undefined
  if (isClinicalRow(row)) return clinicalSave
  if (row.body.is_autosave_off) return undefined
  const report = (await findReports(row.study)).find(({ id }) => id === row.id)
  return canAutosave(report?.status ?? 'Pending') ? autosaveOf(saveLabel) : undefined
}
