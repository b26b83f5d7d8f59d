import type { SpokenForms } from '../commands.ts'

export const FRENCH: SpokenForms = {
  anywhere: {
    goToLast: ['aller à la fin', 'aller au dernier'],
    fullStop: ['point final'],
    comma: ['virgule'],
    bracketOpen: ['ouvrir la parenthèse', 'ouvrez la parenthèse', 'parenthèse ouvrante'],
    bracketClose: ['fermer la parenthèse', 'fermez la parenthèse', 'parenthèse fermante'],
    questionMark: ["point d'interrogation"],
    bold: ['en gras'],
    italic: ['en italique'],
    newLine: ['à la ligne', 'nouvelle ligne'],
    newParagraph: ['nouveau paragraphe'],
    deleteRight: ['supprimer à droite', 'effacer à droite'],
    alignLeft: ['aligner à gauche'],
    alignCenter: ['aligner au centre'],
    alignRight: ['aligner à droite'],
  },
  first: { italic: ['italique'], underline: ['souligner'] },
  last: { fullStop: ['point'], colon: ['deux points'] },
  alone: {
    bold: ['gras'],
    heading: ['titre'],
    space: ['espace'],
    delete: ['supprimer', 'effacer'],
    undo: ['annuler'],
    redo: ['rétablir'],
  },
}
