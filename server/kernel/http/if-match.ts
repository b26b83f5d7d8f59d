import { invalid } from './read-input.ts'

/** Returns the revision in `If-Match: "7"` (docs/decisions/001), or undefined if the header is absent. */
export function findBaseRev(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const rev = /^"(\d{1,9})"$/.exec(header.trim())?.[1]
  if (rev === undefined) throw invalid({ 'If-Match': 'must be one revision in quotes' })
  return Number(rev)
}
