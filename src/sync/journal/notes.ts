import { ActNote } from '#contract/calls/act-note.ts'
import type { NoteRow, WorkDatabase } from '#src/db/work-database.ts'
import { JOURNAL_DAYS, JOURNAL_DAYS_ID } from './journal.ts'

const DAY_MS = 86_400_000
/** Maximum number of notes, about 1 kB each; the oldest are dropped. */
export const NOTES_MAX = 20_000

/**
 * Stores the server's note of an online action for as long as the journal keeps changes: after a restore it tells what
 * is missing (docs/decisions/274). Ignores a note that cannot be read.
 */
export async function keepNote(work: WorkDatabase, text: string): Promise<void> {
  const note = readNote(text)
  if (!note) return
  await work.transaction('rw', work.notes, work.meta, async () => {
    const days = (await work.meta.get(JOURNAL_DAYS_ID))?.value ?? JOURNAL_DAYS
    const at = Date.parse(note.receipt.at)
    await work.notes.put({ id: note.id, at, note })
    await work.notes
      .where('at')
      .below(at - days * DAY_MS)
      .delete()
    const surplus = (await work.notes.count()) - NOTES_MAX
    if (surplus > 0) await work.notes.bulkDelete(await work.notes.orderBy('at').limit(surplus).primaryKeys())
  })
}

/** Returns the notes after `last` in the order in which they were issued, at most `limit`. */
export async function readNotes(
  work: WorkDatabase,
  last: NoteRow | undefined,
  limit: number,
): Promise<NoteRow[]> {
  if (!last) return work.notes.orderBy('at').limit(limit).toArray()
  const rows = await work.notes.where('at').aboveOrEqual(last.at).toArray()
  return rows
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .filter(({ at, id }) => at > last.at || id > last.id)
    .slice(0, limit)
}

function readNote(text: string): ActNote | undefined {
  try {
    return ActNote.parse(JSON.parse(atob(text)))
  } catch {
    return undefined
  }
}
