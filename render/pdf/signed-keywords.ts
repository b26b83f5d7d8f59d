import type { PaperInput } from '../paper-input.ts'

const SIGNED = 'readroom-signed:'

/**
 * Returns the keywords that name the signed texts of a file, one for each; a paper with a mark is not the
 * filed one.
 */
export function signedKeywords({ reports, mark }: Pick<PaperInput, 'reports' | 'mark'>): string[] {
  if (mark) return []
  return reports.flatMap(({ check }) => (check ? [SIGNED + check.hash] : []))
}
