import type { Databases } from '#src/db/open-databases.ts'
import { type Desk, enqueueCommand } from '../outbox/enqueue-command.ts'
import { localRecords } from '../outbox/local-records.ts'
import { inOrder } from '../reports/in-order.ts'
import { findAutosave } from './autosave-of.ts'
import { isForeignDraft } from './draft-rows.ts'
import { readUncarried } from './uncarried.ts'

/**
 * Puts a save into the queue for each text whose page died before it saved it, as that page would have done by itself.
 * Leaves out what only a person saves. `isGone` tells whether a page is gone. Returns how many were queued.
 */
export async function queueOrphans(
  databases: Databases,
  desk: Desk,
  isGone: (writer: string) => Promise<boolean>,
): Promise<number> {
  let queued = 0
  for (const { id, writer } of await readUncarried(databases.work)) {
    if (writer === desk.writer || !(await isGone(writer))) continue
    if (await inOrder(id, () => queueOne(databases, { ...desk, writer }, id))) queued += 1
  }
  return queued
}

async function queueOne(databases: Databases, desk: Desk, id: string): Promise<boolean> {
  const row = await databases.drafts.find(id)
  if (!row || row.isSaved || row.writer !== desk.writer) return false
  const autosave = await findAutosave(row, localRecords(databases))
  if (!autosave) return false
  try {
    await enqueueCommand(databases, desk, { ...autosave(row), draft: row })
    return true
  } catch (error) {
    // Another page opened the report meanwhile and goes on with the text.
    if (isForeignDraft(error)) return false
    throw error
  }
}
