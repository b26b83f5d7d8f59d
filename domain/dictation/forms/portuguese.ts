import type { SpokenForms } from '../commands.ts'

export const PORTUGUESE: SpokenForms = {
  anywhere: {
    goToLast: ['ir para o fim', 'ir para o último'],
    fullStop: ['ponto final'],
    bracketOpen: ['abrir parênteses', 'abrir parêntesis', 'abre parênteses'],
    bracketClose: ['fechar parênteses', 'fechar parêntesis', 'fecha parênteses'],
    questionMark: ['ponto de interrogação'],
    bold: ['negrito'],
    italic: ['itálico'],
    underline: ['sublinhar'],
    newLine: ['nova linha'],
    newParagraph: ['novo parágrafo'],
    deleteRight: ['apagar à direita', 'eliminar à direita'],
    alignLeft: ['alinhar à esquerda'],
    alignCenter: ['alinhar ao centro'],
    alignRight: ['alinhar à direita'],
  },
  last: { fullStop: ['ponto'] },
  alone: {
    heading: ['título'],
    space: ['espaço'],
    delete: ['apagar', 'eliminar'],
    undo: ['anular', 'desfazer'],
    redo: ['refazer'],
  },
}
