/** Splits a comma-separated list of AE titles. */
export const aetList = (text: unknown): string[] =>
  typeof text === 'string'
    ? text
        .split(',')
        .map((aet) => aet.trim())
        .filter((aet) => aet !== '')
    : []

/**
 * Splits a comma-separated list of AE titles into those that the chosen image server knows, and those that are dropped
 * (docs/masters.md#lists: "Saving a branch drops any AET source not in the list available for the chosen Pacs").
 */
export function cleanedAets(text: string, known: readonly string[]): { kept: string; dropped: string[] } {
  const aets = aetList(text)
  return {
    kept: aets.filter((aet) => known.includes(aet)).join(','),
    dropped: aets.filter((aet) => !known.includes(aet)),
  }
}
