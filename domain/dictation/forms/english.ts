import type { SpokenForms } from '../commands.ts'

/** The spec's own words, and common variations. */
export const ENGLISH: SpokenForms = {
  anywhere: {
    goToLast: ['go to last', 'go to the last', 'go to end', 'go to the end'],
    fullStop: ['full stop', 'fullstop'],
    comma: ['comma'],
    colon: ['colon mark', 'colon sign'],
    bracketOpen: ['bracket open', 'open bracket', 'open the bracket'],
    bracketClose: ['bracket close', 'bracket closed', 'close bracket', 'close the bracket'],
    questionMark: ['question mark'],
    newLine: ['new line', 'newline', 'next line'],
    newParagraph: ['new paragraph', 'next paragraph'],
    deleteRight: ['delete right'],
    alignLeft: ['align left'],
    alignCenter: ['align center', 'align centre'],
    alignRight: ['align right'],
  },
  first: {
    heading: ['heading'],
    bold: ['bold'],
    italic: ['italic', 'italics'],
    underline: ['underline'],
  },
  alone: {
    // In reports it means the bowel.
    colon: ['colon'],
    space: ['space'],
    fullStop: ['period'],
    delete: ['delete', 'delete left'],
    undo: ['undo'],
    redo: ['redo'],
  },
}
