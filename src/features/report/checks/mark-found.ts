export interface MarkedPiece {
  text: string
  isFound: boolean
}

/** Splits a sentence at the words in question. */
export function markFound(sentence: string, found: readonly string[]): MarkedPiece[] {
  const words = found.filter((word) => word !== '').sort((a, b) => b.length - a.length)
  if (words.length === 0) return [{ text: sentence, isFound: false }]
  const any = new RegExp(`(${words.map(escaped).join('|')})`, 'u')
  return sentence
    .split(any)
    .map((text, at) => ({ text, isFound: at % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
