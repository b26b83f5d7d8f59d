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
