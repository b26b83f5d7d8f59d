/** AE titles of a comma list. */
export const aetList = (text: unknown): string[] =>
  typeof text === 'string'
    ? text
        .split(',')
        .map((aet) => aet.trim())
        .filter((aet) => aet !== '')
    : []

/**
 * Of a comma list of AE titles what the chosen image server knows, and what is dropped (docs/masters.md#lists: "Saving a
 * branch drops any AET source not in the list available for the chosen Pacs").
 */
export function cleanedAets(text: string, known: readonly string[]): { kept: string; dropped: string[] } {
  const aets = aetList(text)
  return {
    kept: aets.filter((aet) => known.includes(aet)).join(','),
    dropped: aets.filter((aet) => !known.includes(aet)),
  }
}
