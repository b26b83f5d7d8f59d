import type { SpokenForms } from '../commands.ts'

export const ITALIAN: SpokenForms = {
  anywhere: {
    goToLast: ['vai alla fine', "vai all'ultimo"],
    fullStop: ['punto fermo'],
    comma: ['virgola'],
    bracketOpen: ['apri parentesi', 'parentesi aperta'],
    bracketClose: ['chiudi parentesi', 'parentesi chiusa'],
    questionMark: ['punto interrogativo', 'punto di domanda'],
    newLine: ['a capo', 'nuova riga'],
    newParagraph: ['nuovo paragrafo'],
    deleteRight: ['cancella a destra'],
    alignLeft: ['allinea a sinistra'],
    alignCenter: ['allinea al centro'],
    alignRight: ['allinea a destra'],
  },
  first: { bold: ['grassetto'], italic: ['corsivo'], underline: ['sottolinea'] },
  last: { fullStop: ['punto'], colon: ['due punti'] },
  alone: {
    heading: ['titolo'],
    space: ['spazio'],
    delete: ['cancella', 'elimina'],
    undo: ['annulla'],
    redo: ['ripristina'],
  },
}
