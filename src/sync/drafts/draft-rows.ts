import type { QueueKey } from '#contract/registry.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { StorageFullError, withQuotaRetry } from '#src/db/quota.ts'
import type { OpenDraft } from '#src/db/tables.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { findEpoch } from '../journal/known-epoch.ts'
import { type Act, type Desk, enqueueCommand } from '../outbox/enqueue-command.ts'
import { continueDraft, ForeignDraftError, withEpoch } from '../outbox/stand.ts'

/** A save that carries a text: everything of an act but the text itself. */
export type TextSave = Omit<Act<QueueKey>, 'draft'>

/** How a text of one kind is saved by itself, without anybody asking for it. */
export type Autosave = (row: OpenDraft) => TextSave

/** Keeps a text durably on this device; it is not sent by this. */
export async function keepRowIn(
  databases: Databases,
  desk: Desk,
  row: OpenDraft,
  autosave: Autosave,
): Promise<void> {
  await besideOtherPages(databases, desk, row.id, autosave, async () => {
    const { work, cache, drafts } = databases
    const sealed = await drafts.seal(row)
    const keep = () =>
      work.transaction('rw', work.drafts, work.meta, async () => {
        const [kept, epoch] = await Promise.all([work.drafts.get(row.id), findEpoch(work)])
        await work.drafts.put({
          ...sealed,
          ...withEpoch(continueDraft(kept, sealed), desk.history?.() ?? epoch),
        })
      })
    await withQuotaRetry(cache, keep)
  })
}

/** Keeps a text and a save that carries it, in one transaction; returns the command's id. */
export async function saveRowIn(
  databases: Databases,
  desk: Desk,
  row: OpenDraft,
  save: TextSave,
  autosave: Autosave,
): Promise<string> {
  return besideOtherPages(databases, desk, row.id, autosave, () =>
    enqueueCommand(databases, desk, { ...save, draft: row }),
  )
}

/**
 * The text to open an editor with: what this device holds and the server does not have. This page goes on with it, from
 * its last save. Undefined where the server has it all.
 */
export async function takeOverRow(
  databases: Databases,
  desk: Desk,
  id: string,
): Promise<OpenDraft | undefined> {
  const { work, cache, drafts } = databases
  const find = async () => {
    const kept = await work.drafts.get(id)
    const isOwed = kept && (!kept.isSaved || (await isUnacknowledged(databases, kept.command)))
    return isOwed ? kept : undefined
  }
  const takeOver = () =>
    work.transaction('rw', work.drafts, work.outbox, async () => {
      const kept = await find()
      if (kept) await work.drafts.update(id, { writer: desk.writer })
      return kept
    })
  // On a full disk the words are shown all the same; what is typed behind them says that it cannot be kept.
  const row = await withQuotaRetry(cache, takeOver).catch((error: unknown) => {
    if (error instanceof StorageFullError) return find()
    throw error
  })
  return row && drafts.open(row)
}

/**
 * Settles a conflict with the text of `row`: a save on the revision that the server holds now, in the place of the saves
 * of the record that were refused or waited behind. The lane stands still behind a refused command, so none of these can
 * be on its way.
 */
export async function settleRowIn(
  databases: Databases,
  desk: Desk,
  { row, rev, save, record }: { row: OpenDraft; rev: number; save: TextSave; record: string },
): Promise<void> {
  const rows = await unfinishedSaves(databases, record)
  await databases.work.drafts.update(row.id, { writer: desk.writer })
  await enqueueCommand(databases, desk, {
    ...save,
    draft: { ...row, baseRev: rev, baseEpoch: await findEpoch(databases.work) },
    settles: rows.map(({ id }) => id),
  })
}

/** Commands of a record (`type:id`) that the server has not taken and that are not on their way, in order. */
export async function unfinishedSaves({ work }: Databases, record: string): Promise<OutboxRow[]> {
  const rows = await work.outbox.where('record').equals(record).sortBy('seq')
  return rows.filter(({ state }) => state !== 'acked' && state !== 'sending')
}

async function isUnacknowledged({ work }: Databases, command: string | undefined): Promise<boolean> {
  const row = command === undefined ? undefined : await work.outbox.get(command)
  return row !== undefined && row.state !== 'acked'
}

/**
 * Runs a write of this page's text. Where another page of this person typed in the same record and did not save yet,
 * that text is saved first: it goes to the server by itself, and if the two disagree a person sees both.
 */
async function besideOtherPages<T>(
  databases: Databases,
  desk: Desk,
  id: string,
  autosave: Autosave,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isForeignDraft(error)) throw error
      await saveForOtherPage(databases, desk, id, autosave)
    }
  }
}

async function saveForOtherPage(
  databases: Databases,
  desk: Desk,
  id: string,
  autosave: Autosave,
): Promise<void> {
  const kept = await databases.drafts.find(id)
  if (!kept || kept.isSaved) return
  await enqueueCommand(databases, { ...desk, writer: kept.writer }, { ...autosave(kept), draft: kept })
}

/** True where another page holds the text; what a transaction throws comes out as it is, or wrapped by the database library. */
export function isForeignDraft(error: unknown): boolean {
  if (error instanceof ForeignDraftError) return true
  return error instanceof Error && 'inner' in error && error.inner instanceof ForeignDraftError
}
