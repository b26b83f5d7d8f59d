import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { RowBrokenError } from '#src/db/sealing/record-codec.ts'
import type { OpenDraft, Tables } from '#src/db/tables.ts'
import type { DraftRow } from '#src/db/work-database.ts'
import {
  openReports,
  openStudy,
  readReports,
  readStudy,
  type StoredReports,
  type StoredStudy,
} from '../outbox/make/local-records.ts'
import type { LiveQuestion } from '../use-live.ts'
import { isAddendumDraft } from './addendum-draft.ts'
import { type Draft, draftOf } from './draft.ts'
import { isPeerText } from './peer-text.ts'
import { isWhole } from './text-here.ts'

interface Stored {
  study: StoredStudy
  reports: StoredReports
  drafts: DraftRow[]
}

/** A study with its reports and texts on this device. */
export interface LocalDetail {
  study: StudyRow | undefined
  reports: ReportRow[]
  drafts: Draft[]
  /** False if the study has text that is not on this device. */
  isComplete: boolean
}

/** The live query for a study with its reports and texts on this device, with the waiting changes. */
export function detailOf(studyId: string): LiveQuestion<Stored, LocalDetail> {
  return {
    read: async ({ databases }) => {
      const [study, reports, drafts] = await Promise.all([
        readStudy(databases, studyId),
        readReports(databases, studyId),
        databases.work.drafts.where('study').equals(studyId).toArray(),
      ])
      return { study, reports, drafts }
    },
    open: async (stored, { databases }) => {
      const [study, reports, drafts] = await Promise.all([
        openStudy(databases, stored.study),
        openReports(databases, stored.reports),
        openWhole(
          databases,
          stored.drafts.filter((row) => !isAddendumDraft(row) && !isPeerText(row)),
        ),
      ])
      const isComplete = study !== undefined && isWhole(study, reports)
      return { study, reports, drafts: drafts.map(draftOf), isComplete }
    },
  }
}

/** A damaged text is left out, so that the study opens; the form of its own report says so (findDraft throws). */
async function openWhole(
  { drafts }: Pick<Tables, 'drafts'>,
  rows: readonly DraftRow[],
): Promise<OpenDraft[]> {
  const opened = await Promise.all(
    rows.map((row) =>
      drafts.open(row).catch((error: unknown) => {
        if (error instanceof RowBrokenError) return undefined
        throw error
      }),
    ),
  )
  return opened.filter((row) => row !== undefined)
}
