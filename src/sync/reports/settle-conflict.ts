import { ReportRow } from '#contract/calls/reports.ts'
import { isReadyForSign, type SaveStatus } from '#domain/status/report-status.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { settleRowIn, unfinishedSaves } from '../drafts/draft-rows.ts'
import type { CommandAuthor } from '../outbox/make/enqueue-command.ts'
import { type Draft, draftRow, saveInput } from './draft.ts'
import { MERGE_LABEL } from './words.ts'

/** Two texts of one report: this device's, and the server's when it refused this one. */
export interface Conflict {
  mine: Draft
  theirs: ReportRow
}

/** The refused save of a report among its commands, or undefined if none is in conflict. */
export function findConflictRow(rows: readonly OutboxRow[]): OutboxRow | undefined {
  return rows.find((row) => row.state === 'parked' && row.lastError?.code === 'conflict')
}

/** The server's text, from its refusal; undefined if the refusal contains nothing that can be shown. */
export function findTheirs(command: OpenCommand): ReportRow | undefined {
  const parsed = ReportRow.safeParse(command.body.refusal?.current)
  return parsed.success ? parsed.data : undefined
}

/** Replaces all unsent saves of the report with one of the merged text, based on the server's revision. */
export async function settleWith(databases: Databases, author: CommandAuthor, merged: Draft): Promise<void> {
  const record = `report:${merged.report_id}`
  const refused = findConflictRow(await unfinishedSaves(databases, record))
  const theirs = refused && findTheirs(await databases.outbox.open(refused))
  if (!theirs) throw new Error('This report has no conflict to settle')
  const input = saveInput(merged, statusOfMerge(theirs))
  const save = { key: 'saveReport', input, label: MERGE_LABEL } as const
  const row = draftRow(merged, author.writer)
  await settleRowIn(databases, author, { row, rev: theirs.rev, save, record })
}

// A merge never raises the status above the other text's: the signer signs again, after seeing the merged text.
function statusOfMerge(theirs: ReportRow): SaveStatus {
  return isReadyForSign(theirs.status) ? 'ReadyForSign' : 'Draft'
}
