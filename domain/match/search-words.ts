/**
 * The words of a search, in lower case: a keyword matches a text that contains each of them, in any order.
 * Spaces, commas and the carets of DICOM names separate words; empty for a search without any.
 */
export function searchWords(text: string | undefined): string[] {
  return (text ?? '')
    .toLowerCase()
    .split(/[\s,^]+/)
    .filter((word) => word !== '')
}

/** Whether each word of a search is in one of the texts; a search without words matches everything. */
export function holdsWords(texts: readonly string[], search: string | undefined): boolean {
  const words = searchWords(search)
  if (words.length === 0) return true
  const small = texts.map((text) => text.toLowerCase())
  return words.every((word) => small.some((text) => text.includes(word)))
}
