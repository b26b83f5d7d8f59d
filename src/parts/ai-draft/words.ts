import type { AiSentence } from '#domain/report/ai-draft/ai-sentences.ts'
import { PICTURE_IN_LINE } from '#domain/report/fields/find-fields.ts'

const PARTS = {
  report_data: 'Description',
  conclusion: 'Conclusion',
  recommendation: 'Recommendation',
} as const satisfies Record<AiSentence['part'], string>

/** Returns the sentence without formatting; superscripts are described, because 10³ is not 103. */
function said({ kind, words, runs, isPlain }: AiSentence): string {
  if (kind === 'picture') return 'Picture'
  if (kind === 'table' || isPlain) return words
  const letters = runs.map((run) => (run.raised === 'sup' ? `^${run.words}` : run.words)).join('')
  return letters.replaceAll(PICTURE_IN_LINE, 'picture')
}

/** Words of the sentences of an AI result that a doctor decides on. */
export const AI_DRAFT_WORDS = {
  label: 'Sentences of the AI result',
  waiting: (count: number) => (count === 1 ? '1 sentence is undecided' : `${count} sentences are undecided`),
  decided: 'Every sentence of the AI result is decided.',
  bare: 'Only the marks of an AI result are left in the text.',
  removeMarks: 'Remove the marks',
  keys: 'Enter accepts, E edits, Delete drops',
  said,
  goesTo: ({ target }: AiSentence) => `to ${PARTS[target]}`,
  accept: 'Accept',
  edit: 'Edit',
  drop: 'Drop',
  of: (what: string, sentence: AiSentence) => `${what}: ${said(sentence)}`,
  editing: 'Your words',
  save: 'Accept these words',
  cancel: 'Cancel',
  noEdit: ({ kind }: AiSentence) =>
    kind === 'table' || kind === 'picture'
      ? 'A table or picture is accepted as it is, and edited in the text.'
      : 'Raised letters and pictures are accepted as they are, and edited in the text.',
  undo: 'Undo',
  undone: 'The text has changed since. Undo it in the editor, or write the sentence again.',
  close: 'Close',
  goThere: 'Go to the sentences',
  none: 'No sentence of an AI result is undecided in this report.',
} as const
