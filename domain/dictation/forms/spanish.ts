import type { SpokenForms } from '../commands.ts'

export const SPANISH: SpokenForms = {
  anywhere: {
    goToLast: ['ir al final', 'ir al último'],
    fullStop: ['punto final', 'punto y seguido'],
    comma: ['signo de coma', 'poner coma'],
    bracketOpen: ['abrir paréntesis', 'abre paréntesis'],
    bracketClose: ['cerrar paréntesis', 'cierra paréntesis'],
    questionMark: ['signo de interrogación'],
    newLine: ['nueva línea'],
    newParagraph: ['nuevo párrafo'],
    deleteRight: ['borrar a la derecha', 'eliminar a la derecha'],
    alignLeft: ['alinear a la izquierda'],
    alignCenter: ['alinear al centro'],
    alignRight: ['alinear a la derecha'],
  },
  first: { bold: ['negrita'], italic: ['cursiva'], underline: ['subrayar'] },
  last: { fullStop: ['punto'], colon: ['dos puntos'] },
  alone: {
    // In reports it means a state of the patient.
    comma: ['coma'],
    heading: ['título'],
    space: ['espacio'],
    delete: ['borrar', 'eliminar'],
    undo: ['deshacer'],
    redo: ['rehacer'],
  },
}
