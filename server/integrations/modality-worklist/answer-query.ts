import { ASCII, findCharacterSet, UTF8 } from './dicom/character-sets.ts'
import type { ReadQuery } from './dicom/read-set.ts'
import { type AnswerForm, writeSet } from './dicom/write-set.ts'
import { answerTo, type DicomSet, matchesQuery } from './matching.ts'

/** What an administrator keeps of a machine; it goes before what the machine itself asks. */
export interface MachineProfile {
  /** Values of Specific Character Set as DICOM has them; empty: what the query asks, else UTF-8. */
  characterSet: string
  missingLetters: AnswerForm['missingLetters']
  /** Most letters of a text; null: as DICOM allows. */
  maxLetters: number | null
}

export const UNKNOWN_MACHINE: MachineProfile = {
  characterSet: '',
  missingLetters: 'romanise',
  maxLetters: null,
}

/** An item of the worklist that cannot be written as DICOM; it was left out of an answer. Names nobody. */
export class WorklistItemError extends Error {
  constructor(cause: unknown) {
    super('An examination cannot be written as DICOM and was left out of a worklist.', { cause })
    this.name = 'WorklistItemError'
  }
}

/** In what form a machine is answered: by its profile, else as its query asks, else in UTF-8. */
export function formOf(
  { characterSet }: ReadQuery,
  profile: MachineProfile,
  isExplicit: boolean,
): AnswerForm {
  const wanted = [profile.characterSet, characterSet ?? '', UTF8].filter((terms) => terms.trim() !== '')
  const [letters = ASCII] = wanted.map(findCharacterSet).filter((set) => set !== undefined)
  const { missingLetters, maxLetters } = profile
  return { isExplicit, letters, missingLetters, ...(maxLetters !== null && { maxLetters }) }
}

/**
 * The answers to a query as bytes, in the order of the items. One that cannot be written must not cost the machine all
 * others: it is told to `failed` and left out.
 */
export function answersOf(
  { set: query }: ReadQuery,
  items: readonly DicomSet[],
  form: AnswerForm,
  failed: (error: WorklistItemError) => void,
): Buffer[] {
  const answers: Buffer[] = []
  for (const item of items) {
    if (!matchesQuery(query, item)) continue
    try {
      answers.push(writeSet(answerTo(query, item), form))
    } catch (error) {
      failed(new WorklistItemError(error))
    }
  }
  return answers
}
