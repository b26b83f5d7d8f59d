import { hasSameText } from '#domain/report/revision.ts'
import type { SaveStatus } from '#domain/status/report-status.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { withRoom } from '#src/db/room.ts'
import type { OpenDraft } from '#src/db/tables.ts'
import { continueDraft, type Desk, enqueueCommand, ForeignDraftError } from '../outbox/enqueue-command.ts'
import { type Draft, draftOf, draftRow, saveInput } from './draft.ts'

/** What the queue calls a save of a report, in a person's words. */
export type SaveLabel = (draft: Draft, status: SaveStatus) => string

/** Keeps text of a report durably on this device; it is not sent by this. */
export async function keepDraftIn(
  databases: Databases,
  desk: Desk,
  draft: Draft,
  label: SaveLabel,
): Promise<void> {
  const row = draftRow(draft, desk.writer)
  const before = await databases.drafts.find(row.id)
  if (before && isKeptAlready(before, row)) return
  await besideOtherPages(databases, desk, row.id, label, async () => {
    const { work, cache, drafts } = databases
    const sealed = await drafts.seal(row)
    const keep = () =>
      work.transaction('rw', work.drafts, async () => {
        const lineage = continueDraft(await work.drafts.get(row.id), sealed)
        await work.drafts.put({ ...sealed, ...lineage })
      })
    await withRoom(cache, keep)
  })
}

/** Keeps text and a save that carries it, in one transaction; answers the command's id. */
export async function saveDraftIn(
  databases: Databases,
  desk: Desk,
  draft: Draft,
  status: SaveStatus,
  label: SaveLabel,
  signedOver?: readonly string[],
): Promise<string> {
  const act = {
    key: 'saveReport',
    input: saveInput(draft, status, signedOver),
    label: label(draft, status),
    draft: draftRow(draft, desk.writer),
  } as const
  return besideOtherPages(databases, desk, draft.report_id, label, () => enqueueCommand(databases, desk, act))
}

/**
 * The text to open the report's editor with: what this device holds and the server does not have. This page goes on
 * with it, from its last save. Undefined where the server has it all.
 */
export async function takeOverDraft(
  databases: Databases,
  desk: Desk,
  reportId: string,
): Promise<Draft | undefined> {
  const { work, drafts } = databases
  const row = await work.transaction('rw', work.drafts, work.outbox, async () => {
    const kept = await work.drafts.get(reportId)
    if (!kept || (kept.isSaved && !(await isUnacknowledged(databases, kept.command)))) return undefined
    await work.drafts.update(reportId, { writer: desk.writer })
    return kept
  })
  return row && draftOf(await drafts.open(row))
}

async function isUnacknowledged({ work }: Databases, command: string | undefined): Promise<boolean> {
  const row = command === undefined ? undefined : await work.outbox.get(command)
  return row !== undefined && row.state !== 'acked'
}

const isKeptAlready = (kept: OpenDraft, row: OpenDraft) =>
  kept.writer === row.writer &&
  kept.body.report_name === row.body.report_name &&
  (kept.body.is_autosave_off === true) === (row.body.is_autosave_off === true) &&
  hasSameText(kept.body, row.body)

/**
 * Runs a write of this page's text. Where another page of this person typed in the same report and did not save yet,
 * that text is saved first: it goes to the server by itself, and if the two disagree a person sees both.
 */
async function besideOtherPages<T>(
  databases: Databases,
  desk: Desk,
  reportId: string,
  label: SaveLabel,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isForeignDraft(error)) throw error
      await saveForOtherPage(databases, desk, reportId, label)
    }
  }
}

async function saveForOtherPage(
  databases: Databases,
  desk: Desk,
  reportId: string,
  label: SaveLabel,
): Promise<void> {
  const kept = await databases.drafts.find(reportId)
  if (!kept || kept.isSaved) return
  const draft = draftOf(kept)
  const other = { ...desk, writer: kept.writer }
  await enqueueCommand(databases, other, {
    key: 'saveReport',
    input: saveInput(draft, 'Auto'),
    label: label(draft, 'Auto'),
    draft: kept,
  })
}

// What is thrown inside a transaction comes out as it is, or wrapped by the database library.
function isForeignDraft(error: unknown): boolean {
  if (error instanceof ForeignDraftError) return true
  return error instanceof Error && 'inner' in error && error.inner instanceof ForeignDraftError
}
