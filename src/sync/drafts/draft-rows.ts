import type { QueueKey } from '#contract/registry.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { StorageFullError, withQuotaRetry } from '#src/db/quota.ts'
import type { OpenDraft } from '#src/db/tables.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { findEpoch } from '../journal/known-epoch.ts'
import { type Act, type CommandAuthor, enqueueCommand } from '../outbox/make/enqueue-command.ts'
import { continueDraft, ForeignDraftError, withEpoch } from '../outbox/make/stand.ts'

/** A save that carries a text: an act without the text itself. */
export type TextSave = Omit<Act<QueueKey>, 'draft'>

/** How a text of one kind is saved automatically. */
export type Autosave = (row: OpenDraft) => TextSave

/** Stores a text durably on this device without sending it. */
export async function keepRowIn(
  databases: Databases,
  author: CommandAuthor,
  row: OpenDraft,
  autosave: Autosave,
): Promise<void> {
  await besideOtherPages(databases, author, row.id, autosave, async () => {
    const { work, cache, drafts } = databases
    const sealed = await drafts.seal(row)
    const keep = () =>
      work.transaction('rw', work.drafts, work.meta, async () => {
        const [kept, epoch] = await Promise.all([work.drafts.get(row.id), findEpoch(work)])
        await work.drafts.put({
          ...sealed,
          ...withEpoch(continueDraft(kept, sealed), author.history?.() ?? epoch),
        })
      })
    await withQuotaRetry(cache, keep)
  })
}

/** Stores a text and a save that carries it, in one transaction; returns the command's id. */
export async function saveRowIn(
  databases: Databases,
  author: CommandAuthor,
  row: OpenDraft,
  save: TextSave,
  autosave: Autosave,
): Promise<string> {
  return besideOtherPages(databases, author, row.id, autosave, () =>
    enqueueCommand(databases, author, { ...save, draft: row }),
  )
}

/**
 * Returns the text to open an editor with: what this device has and the server does not. This page continues it, from
 * its last save. Undefined if the server has all of it.
 */
export async function takeOverRow(
  databases: Databases,
  author: CommandAuthor,
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
      if (kept) await work.drafts.update(id, { writer: author.writer })
      return kept
    })
  // On a full disk the text is shown all the same; further typing then reports that it cannot be stored.
  const row = await withQuotaRetry(cache, takeOver).catch((error: unknown) => {
    if (error instanceof StorageFullError) return find()
    throw error
  })
  return row && drafts.open(row)
}

/**
 * Settles a conflict with the text of `row`: a save on the server's current revision, instead of the saves of the
 * record that were refused or waited behind them. A lane stops behind a refused command, so none of these can be in
 * flight.
 */
export async function settleRowIn(
  databases: Databases,
  author: CommandAuthor,
  { row, rev, save, record }: { row: OpenDraft; rev: number; save: TextSave; record: string },
): Promise<void> {
  const rows = await unfinishedSaves(databases, record)
  await databases.work.drafts.update(row.id, { writer: author.writer })
  await enqueueCommand(databases, author, {
    ...save,
    draft: { ...row, baseRev: rev, baseEpoch: await findEpoch(databases.work) },
    settles: rows.map(({ id }) => id),
  })
}

/** Commands of a record (`type:id`) that the server has not accepted and that are not in flight, in order. */
export async function unfinishedSaves({ work }: Databases, record: string): Promise<OutboxRow[]> {
  const rows = await work.outbox.where('record').equals(record).sortBy('seq')
  return rows.filter(({ state }) => state !== 'acked' && state !== 'sending')
}

async function isUnacknowledged({ work }: Databases, command: string | undefined): Promise<boolean> {
  const row = command === undefined ? undefined : await work.outbox.get(command)
  return row !== undefined && row.state !== 'acked'
}

/**
 * Writes this page's text. If another page of this user typed in the same record and did not save yet, that text is
 * saved first: it is sent automatically, and if the two differ the user sees both.
 */
async function besideOtherPages<T>(
  databases: Databases,
  author: CommandAuthor,
  id: string,
  autosave: Autosave,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isForeignDraft(error)) throw error
      await saveForOtherPage(databases, author, id, autosave)
    }
  }
}

async function saveForOtherPage(
  databases: Databases,
  author: CommandAuthor,
  id: string,
  autosave: Autosave,
): Promise<void> {
  const kept = await databases.drafts.find(id)
  if (!kept || kept.isSaved) return
  await enqueueCommand(databases, { ...author, writer: kept.writer }, { ...autosave(kept), draft: kept })
}

/** True if another page holds the text; errors of a transaction come unchanged, or wrapped by the database library. */
export function isForeignDraft(error: unknown): boolean {
  if (error instanceof ForeignDraftError) return true
  return error instanceof Error && 'inner' in error && error.inner instanceof ForeignDraftError
}
