import type { SpokenForms } from '../commands.ts'

export const ITALIAN: SpokenForms = {
  anywhere: {
    goToLast: ['vai alla fine', "vai all'ultimo"],
    fullStop: ['punto fermo'],
    bracketOpen: ['apri parentesi', 'parentesi aperta'],
    bracketClose: ['chiudi parentesi', 'parentesi chiusa'],
    questionMark: ['punto interrogativo', 'punto di domanda'],
    bold: ['grassetto'],
    italic: ['corsivo'],
    underline: ['sottolinea'],
    newLine: ['a capo', 'nuova riga'],
    newParagraph: ['nuovo paragrafo'],
    deleteRight: ['cancella a destra'],
    alignLeft: ['allinea a sinistra'],
    alignCenter: ['allinea al centro'],
    alignRight: ['allinea a destra'],
  },
  last: { fullStop: ['punto'] },
  alone: {
    heading: ['titolo'],
    space: ['spazio'],
    delete: ['cancella', 'elimina'],
    undo: ['annulla'],
    redo: ['ripristina'],
  },
}
