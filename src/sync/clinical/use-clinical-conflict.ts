import { PrescriptionRow, TreatmentRow } from '#contract/calls/visit-records.ts'
import type { ClinicalRecord } from '#domain/clinical/record-id.ts'
import type { DraftRow, OutboxRow } from '#src/db/work-database.ts'
import { findConflictRow } from '../reports/settle-conflict.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { type ClinicalText, clinicalTextOf, linesText, recordOf } from './clinical-text.ts'

/** Two texts of one record: this device's, and the server's when it refused this one. */
export interface ClinicalConflict {
  mine: ClinicalText
  theirs: { content: string; rev: number; updated: Date }
}

/** Returns the two texts of a record that the doctor also changed on another device; undefined if no conflict. */
export function useClinicalConflict(id: string, kind: ClinicalRecord): ClinicalConflict | undefined {
  return useLive(conflictOf(id, kind), id).answer
}

interface Stored {
  refused: OutboxRow | undefined
  draft: DraftRow | undefined
}

function conflictOf(id: string, kind: ClinicalRecord): LiveQuestion<Stored, ClinicalConflict | undefined> {
  return {
    read: async ({ databases: { work } }) => {
      const [rows, draft] = await Promise.all([
        work.outbox.where('record').equals(recordOf({ id, kind })).sortBy('seq'),
        work.drafts.get(id),
      ])
      return { refused: findConflictRow(rows), draft }
    },
    open: async ({ refused, draft }, { databases }) => {
      if (!refused || !draft) return undefined
      const { body } = await databases.outbox.open(refused)
      const theirs = theirsOf(kind, body.refusal?.current)
      return theirs && { mine: clinicalTextOf(await databases.drafts.open(draft)), theirs }
    },
  }
}

function theirsOf(kind: ClinicalRecord, current: unknown): ClinicalConflict['theirs'] | undefined {
  if (kind === 'PRESCRIPTION') {
    const { data } = PrescriptionRow.safeParse(current)
    return data && { content: linesText(data.prescriptions), rev: data.rev, updated: new Date(data.updated) }
  }
  const { data } = TreatmentRow.safeParse(current)
  return data && { content: data.content, rev: data.rev, updated: new Date(data.updated) }
}
