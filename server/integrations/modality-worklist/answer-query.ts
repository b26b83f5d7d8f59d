import { ASCII, findCharacterSet, UTF8 } from './dicom/character-sets.ts'
import type { ReadQuery } from './dicom/read-set.ts'
import { type AnswerForm, writeSet } from './dicom/write-set.ts'
import { answerTo, type DicomSet, matchesQuery } from './matching.ts'

/** An administrator's settings for a machine; they take precedence over the machine's own request. */
export interface MachineProfile {
  /** Values of Specific Character Set in DICOM form; empty: as the query requests, otherwise UTF-8. */
  characterSet: string
  missingLetters: AnswerForm['missingLetters']
  /** The most characters of a text; null: DICOM's limit. */
  maxLetters: number | null
}

export const UNKNOWN_MACHINE: MachineProfile = {
  characterSet: '',
  missingLetters: 'romanise',
  maxLetters: null,
}

/** Reports a worklist item that cannot be encoded as DICOM and was left out of a response. Contains no names. */
export class WorklistItemError extends Error {
  constructor(cause: unknown) {
    super('An examination cannot be written as DICOM and was left out of a worklist.', { cause })
    this.name = 'WorklistItemError'
  }
}

/**
 * Returns the encoding of a machine's responses: by its profile, otherwise as its query requests, otherwise UTF-8.
 */
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
 * Returns the encoded responses to a query, in the order of the items. Calls `failed` with an item that cannot be
 * encoded and leaves it out, so that the machine gets all others.
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
