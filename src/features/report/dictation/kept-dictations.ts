import { setEditorDirty } from '#src/ui/dirty-editors.ts'
import { Dictation } from './dictation.ts'

const kept = new Map<string, Dictation>()

const nowhere = { land: () => false, now: Date.now }

/**
 * The dictation of a report, for a person: the same one when the report is opened again, because words may be held in
 * it that no editor took.
 */
export function dictationOf(userId: string, reportId: string): Dictation {
  const key = `${userId}:${reportId}`
  const known = kept.get(key)
  if (known) return known
  const dictation = new Dictation(nowhere)
  // As long as it lives: what is still on its way when the report is closed counts too.
  dictation.subscribe(() => setEditorDirty(`dictation:${reportId}`, dictation.holdsWords()))
  kept.set(key, dictation)
  return dictation
}

/** The report is left: listening stops, and from now on words are held. */
export function leaveDictation(dictation: Dictation): void {
  dictation.landIn(nowhere)
  dictation.stop()
}
