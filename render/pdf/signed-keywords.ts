import type { PaperInput } from '../paper-input.ts'

const SIGNED = 'readroom-signed:'

/** The keywords that say which signed texts a file shows, one for each; a paper under a mark is not the filed one. */
export function signedKeywords({ reports, mark }: Pick<PaperInput, 'reports' | 'mark'>): string[] {
  if (mark) return []
  return reports.flatMap(({ check }) => (check ? [SIGNED + check.hash] : []))
}
