import type { ClinicalRecord } from '#domain/clinical/record-id.ts'
import { wordsOfReview } from '#domain/peer/review-text.ts'
import { markupText } from '#domain/report/markup-text.ts'
import { REPORT_NUMBERS, reportIdOf } from '#domain/report/report-id.ts'
import type { OpenDraft } from '#src/db/tables.ts'
import type { DraftRow } from '#src/db/work-database.ts'
import { clinicalLabel, clinicalTextOf, isClinicalRow } from '../clinical/clinical-text.ts'
import type { LocalRecords } from '../effects/effect.ts'
import { localRecords } from '../outbox/make/local-records.ts'
import { isAddendumDraft } from '../reports/addendum-draft.ts'
import { isPeerText, type PeerTextKind, peerKindOf, peerReadingOf } from '../reports/peer-text.ts'
import { addendumLabel, peerTextLabel, saveLabel, UNREADABLE_LABEL } from '../reports/words.ts'
import type { LiveQuestion } from '../use-live.ts'
import { findAutosave } from './autosave-of.ts'
import { isUncarried } from './uncarried.ts'

/** A text of this device that no change carries to the server yet. */
export interface UnsavedText {
  id: string
  /** What saving it is called, in a person's words. */
  label: string
  /** When it was last typed in. */
  at: Date
  /** True where only a person saves it, or discards it; else it is queued by itself. */
  needsPerson: boolean
  /** The words alone, to be used elsewhere; undefined where the text cannot be read on this device. */
  words: string | undefined
  /** Where it is opened: a report of a study, a part of a visit, or peer learning; undefined where a damaged row does not tell. */
  place:
    | { studyId: string }
    | { peer: PeerTextKind; readingId: string }
    | { visitId: string; kind: ClinicalRecord }
    | undefined
}

/**
 * The texts that were typed on this device and that no change carries yet, oldest first, and all that are damaged: such a
 * text keeps its form shut, also where a change carries it.
 */
export const UNSAVED_TEXTS: LiveQuestion<DraftRow[], UnsavedText[]> = {
  read: ({ databases: { work } }) => work.drafts.toArray(),
  open: async (rows, { databases }) => {
    const records = localRecords(databases)
    const texts = rows.map((row) =>
      databases.drafts
        .open(row)
        .then((opened) => (isUncarried(row) ? textOf(opened, records) : undefined))
        // One that is damaged hides no other.
        .catch(() => unreadable(row)),
    )
    const listed = (await Promise.all(texts)).filter((text) => text !== undefined)
    return listed.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  },
}

async function textOf(row: OpenDraft, records: LocalRecords): Promise<UnsavedText> {
  return {
    id: row.id,
    label: labelOf(row),
    at: new Date(row.updated),
    // Where the copy of its report is damaged nothing saves it by itself.
    needsPerson: (await findAutosave(row, records).catch(() => undefined)) === undefined,
    words: wordsOf(row),
    place: placeOf(row),
  }
}

const unreadable = (row: DraftRow): UnsavedText => ({
  id: row.id,
  label: UNREADABLE_LABEL,
  at: new Date(row.updated),
  needsPerson: true,
  words: undefined,
  place: placeOfDamaged(row),
})

function labelOf(row: OpenDraft): string {
  if (isClinicalRow(row)) return clinicalLabel(clinicalTextOf(row).kind)
  if (isPeerText(row)) return peerTextLabel(peerKindOf(row), row.body.report_name)
  return isAddendumDraft(row) ? addendumLabel(row.body) : saveLabel(row.body, 'Auto')
}

function wordsOf(row: OpenDraft): string {
  const { report_data, conclusion, recommendation } = row.body
  if (isPeerText(row)) return peerKindOf(row) === 'reading' ? wordsOfReview(report_data) : report_data
  return [report_data, conclusion, recommendation].map(markupText).filter(Boolean).join('\n\n')
}

const peerPlace = (row: { id: string }) => ({ peer: peerKindOf(row), readingId: peerReadingOf(row) })

/** What a row is of stands in its body, which cannot be read: the `study` of a clinic doctor's text is a visit. */
function placeOfDamaged(row: DraftRow): UnsavedText['place'] {
  if (isPeerText(row)) return peerPlace(row)
  const isReport = REPORT_NUMBERS.some((number) => reportIdOf(row.study, number) === row.id)
  return isReport || isAddendumDraft(row) ? { studyId: row.study } : undefined
}

function placeOf(row: OpenDraft): UnsavedText['place'] {
  if (isPeerText(row)) return peerPlace(row)
  if (!isClinicalRow(row)) return { studyId: row.study }
  const { appt_id, kind } = clinicalTextOf(row)
  return { visitId: appt_id, kind }
}
