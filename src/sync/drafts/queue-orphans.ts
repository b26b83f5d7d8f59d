import type { Databases } from '#src/db/open-databases.ts'
import { RowBrokenError } from '#src/db/sealing/record-codec.ts'
import type { OpenDraft } from '#src/db/tables.ts'
import { type CommandAuthor, enqueueCommand } from '../outbox/make/enqueue-command.ts'
import { localRecords } from '../outbox/make/local-records.ts'
import { inOrder } from '../reports/in-order.ts'
import { findAutosave } from './autosave-of.ts'
import { isForeignDraft } from './draft-rows.ts'
import { readUncarried } from './uncarried.ts'

/**
 * Queues a save for each text whose page died before saving it, as that page would have done. Skips texts that only a
 * person saves. `isGone` tells whether a page is gone. Returns how many were queued.
 */
export async function queueOrphans(
  databases: Databases,
  author: CommandAuthor,
  isGone: (writer: string) => Promise<boolean>,
): Promise<number> {
  let queued = 0
  for (const { id, writer } of await readUncarried(databases.work)) {
    if (writer === author.writer || !(await isGone(writer))) continue
    if (await inOrder(id, () => queueOne(databases, { ...author, writer }, id))) queued += 1
  }
  return queued
}

async function queueOne(databases: Databases, author: CommandAuthor, id: string): Promise<boolean> {
  const row = await findOpened(databases, id)
  if (!row || row.isSaved || row.writer !== author.writer) return false
  const autosave = await findAutosave(row, localRecords(databases))
  if (!autosave) return false
  try {
    await enqueueCommand(databases, author, { ...autosave(row), draft: row })
    return true
  } catch (error) {
    // Another page opened the report meanwhile and continues the text.
    if (isForeignDraft(error)) return false
    throw error
  }
}

/** A damaged text cannot be sent and holds up no other; the Sync centre lists it. */
async function findOpened({ drafts }: Databases, id: string): Promise<OpenDraft | undefined> {
  try {
    return await drafts.find(id)
  } catch (error) {
    if (error instanceof RowBrokenError) return undefined
    throw error
  }
}
