import type { ClinicalRecord } from '#domain/clinical/record-id.ts'
import type { OpenDraft } from '#src/db/tables.ts'
import type { DraftRow } from '#src/db/work-database.ts'
import { clinicalLabel, clinicalTextOf, isClinicalRow } from '../clinical/clinical-text.ts'
import { localRecords } from '../outbox/local-records.ts'
import { isAddendumDraft } from '../reports/addendum-draft.ts'
import { addendumLabel, saveLabel } from '../reports/words.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { findAutosave } from './autosave-of.ts'
import { readUncarried } from './uncarried.ts'

/** A text of this device that no change carries to the server yet. */
export interface UnsavedText {
  id: string
  /** What saving it is called, in a person's words. */
  label: string
  /** When it was last typed in. */
  at: Date
  /** True where only a person saves it; else it is queued by itself. */
  needsPerson: boolean
  /** Where it is opened: a report of a study, or a part of a visit. */
  place: { studyId: string } | { visitId: string; kind: ClinicalRecord }
}

/** The texts that were typed on this device and that no change carries yet, oldest first. */
export function useUnsavedTexts(): readonly UnsavedText[] {
  return useLive(TEXTS, '').answer ?? NONE
}

const NONE: readonly UnsavedText[] = []

const TEXTS: LiveQuestion<DraftRow[], UnsavedText[]> = {
  read: ({ databases: { work } }) => readUncarried(work),
  open: async (rows, { databases }) => {
    const records = localRecords(databases)
    const texts = await databases.drafts.openAll(rows)
    const shown = texts.map(async (row) => ({
      id: row.id,
      label: labelOf(row),
      at: new Date(row.updated),
      needsPerson: (await findAutosave(row, records)) === undefined,
      place: placeOf(row),
    }))
    return (await Promise.all(shown)).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  },
}

function labelOf(row: OpenDraft): string {
  if (isClinicalRow(row)) return clinicalLabel(clinicalTextOf(row).kind)
  return isAddendumDraft(row) ? addendumLabel(row.body) : saveLabel(row.body, 'Auto')
}

function placeOf(row: OpenDraft): UnsavedText['place'] {
  if (!isClinicalRow(row)) return { studyId: row.study }
  const { appt_id, kind } = clinicalTextOf(row)
  return { visitId: appt_id, kind }
}
