import type { SpokenForms } from '../commands.ts'

export const PORTUGUESE: SpokenForms = {
  anywhere: {
    goToLast: ['ir para o fim', 'ir para o último'],
    fullStop: ['ponto final'],
    comma: ['vírgula'],
    bracketOpen: ['abrir parênteses', 'abrir parêntesis', 'abre parênteses'],
    bracketClose: ['fechar parênteses', 'fechar parêntesis', 'fecha parênteses'],
    questionMark: ['ponto de interrogação'],
    newLine: ['nova linha'],
    newParagraph: ['novo parágrafo'],
    deleteRight: ['apagar à direita', 'eliminar à direita'],
    alignLeft: ['alinhar à esquerda'],
    alignCenter: ['alinhar ao centro'],
    alignRight: ['alinhar à direita'],
  },
  first: { bold: ['negrito'], italic: ['itálico'], underline: ['sublinhar'] },
  last: { fullStop: ['ponto'], colon: ['dois pontos'] },
  alone: {
    heading: ['título'],
    space: ['espaço'],
    delete: ['apagar', 'eliminar'],
    undo: ['anular', 'desfazer'],
    redo: ['refazer'],
  },
}
