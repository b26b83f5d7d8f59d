import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { Dictation } from './dictation.ts'

const kept = new Map<string, Dictation>()

const nowhere = { land: () => false, now: Date.now }

/**
 * Returns a person's dictation of a report; the same one when the report is opened again, because it may hold
 * words that no editor accepted.
 */
export function dictationOf(userId: string, reportId: string): Dictation {
  const key = `${userId}:${reportId}`
  const known = kept.get(key)
  if (known) return known
  const dictation = new Dictation(nowhere)
  // Subscribed for its lifetime: words that arrive after the report was closed count as unsaved too.
  dictation.subscribe(() => setEditorDirty(`dictation:${reportId}`, dictation.holdsWords()))
  kept.set(key, dictation)
  return dictation
}

/** Leaves the report: listening stops, and further words are held. */
export function leaveDictation(dictation: Dictation): void {
  dictation.landIn(nowhere)
  dictation.stop()
}
