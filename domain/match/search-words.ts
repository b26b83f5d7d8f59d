/**
 * The words of a search, in small letters: a keyword finds what holds each of them, in whatever order they were typed.
 * Spaces, commas and the carets of DICOM names part words; an empty list for a search without any.
 */
export function searchWords(text: string | undefined): string[] {
  return (text ?? '')
    .toLowerCase()
    .split(/[\s,^]+/)
    .filter((word) => word !== '')
}

/** Whether each word of a search stands in one of the texts; a search without words finds everything. */
export function holdsWords(texts: readonly string[], search: string | undefined): boolean {
  const words = searchWords(search)
  if (words.length === 0) return true
  const small = texts.map((text) => text.toLowerCase())
  return words.every((word) => small.some((text) => text.includes(word)))
}
