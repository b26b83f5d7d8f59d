import type { ReportRow, Touch } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { hasSameText } from '#domain/report/revision.ts'
import type { SaveStatus } from '#domain/status/report-status.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { OpenDraft } from '#src/db/tables.ts'
import { type Autosave, keepRowIn, saveRowIn, type TextSave, takeOverRow } from '../drafts/draft-rows.ts'
import type { LocalRecords } from '../effects/effect.ts'
import type { CommandAuthor } from '../outbox/make/enqueue-command.ts'
import { type Draft, draftOf, draftRow, saveInput } from './draft.ts'

/** The queue's label for a save of a report. */
export type SaveLabel = (draft: Draft, status: SaveStatus) => string

/** A study with its reports, as a screen shows them. */
export interface ShownStudy {
  study: StudyRow
  reports: readonly ReportRow[]
}

/** What a person's save may include besides the text. */
export interface SaveExtras {
  /** Warnings of the pre-signing check that the doctor signed over. */
  signedOver?: readonly string[] | undefined
  shown?: ShownStudy | undefined
  /** The touch of a signature. */
  touch?: Touch | undefined
}

/** Stores the text of a report durably on this device without sending it. */
export async function keepDraftIn(
  databases: Databases,
  author: CommandAuthor,
  draft: Draft,
  label: SaveLabel,
): Promise<void> {
  const row = draftRow(draft, author.writer)
  const before = await databases.drafts.find(row.id)
  if (before && isKeptAlready(before, row)) return
  await keepRowIn(databases, author, row, autosaveOf(label))
}

/** Stores the text and a save that carries it, in one transaction; returns the command's id. */
export async function saveDraftIn(
  databases: Databases,
  author: CommandAuthor,
  draft: Draft,
  status: SaveStatus,
  label: SaveLabel,
  { signedOver, shown, touch }: SaveExtras = {},
): Promise<string> {
  const save: TextSave = {
    key: 'saveReport',
    input: saveInput(draft, status, signedOver, touch),
    label: label(draft, status),
    ...(shown?.study.id === draft.study_id && { shown: recordsOf(shown) }),
  }
  return saveRowIn(databases, author, draftRow(draft, author.writer), save, autosaveOf(label))
}

/**
 * Returns the text to open the report's editor with: what this device has and the server does not. This page continues
 * it, from its last save. Undefined if the server has all of it.
 */
export async function takeOverDraft(
  databases: Databases,
  author: CommandAuthor,
  reportId: string,
): Promise<Draft | undefined> {
  const row = await takeOverRow(databases, author, reportId)
  return row && draftOf(row)
}

const recordsOf = ({ study, reports }: ShownStudy): Partial<LocalRecords> => ({
  findStudy: async () => study,
  findReports: async () => [...reports],
})

/** The automatic save of a report. */
export const autosaveOf =
  (label: SaveLabel): Autosave =>
  (row) => {
    const draft = draftOf(row)
    return { key: 'saveReport', input: saveInput(draft, 'Auto'), label: label(draft, 'Auto') }
  }

const isKeptAlready = (kept: OpenDraft, row: OpenDraft) =>
  kept.writer === row.writer &&
  kept.body.report_name === row.body.report_name &&
  (kept.body.is_autosave_off === true) === (row.body.is_autosave_off === true) &&
  hasSameText(kept.body, row.body)
