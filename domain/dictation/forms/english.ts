import type { SpokenForms } from '../commands.ts'

/** The spec's own words, and how people turn them. */
export const ENGLISH: SpokenForms = {
  anywhere: {
    goToLast: ['go to last', 'go to the last', 'go to end', 'go to the end'],
    fullStop: ['full stop', 'fullstop'],
    bracketOpen: ['bracket open', 'open bracket', 'open the bracket'],
    bracketClose: ['bracket close', 'bracket closed', 'close bracket', 'close the bracket'],
    questionMark: ['question mark'],
    heading: ['heading'],
    bold: ['bold'],
    italic: ['italic', 'italics'],
    underline: ['underline'],
    newLine: ['new line', 'newline', 'next line'],
    newParagraph: ['new paragraph', 'next paragraph'],
    deleteRight: ['delete right'],
    alignLeft: ['align left'],
    alignCenter: ['align center', 'align centre'],
    alignRight: ['align right'],
  },
  alone: {
    space: ['space'],
    fullStop: ['period'],
    delete: ['delete', 'delete left'],
    undo: ['undo'],
    redo: ['redo'],
  },
}
