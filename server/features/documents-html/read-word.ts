import { Refusal } from '#contract/kernel/error-codes.ts'
import { FILE_RULES, refuseFileBytes, refuseNamedFile } from '#domain/file/limits.ts'
import { WORD_MACROS } from '#domain/file/word-macros.ts'
import { refuseFile } from '#server/kernel/files/upload.ts'
import type { WordContent } from './convert-word.ts'
import { runInThread } from './run-in-thread.ts'
import { unfoldedSize } from './zip-size.ts'

/** A letter for a report, or a report template: their words differ. */
type WordUse = 'word' | 'template'

/** A real letter unfolds to a few megabytes; more is a file that was made to fill the memory. */
const UNFOLDED_MAX_BYTES = 100 * 1_048_576
const ENTRIES_MAX = 2_000

/** Refuses what is no Word document, is too large, folded or not, or brings macros. */
export function demandWord(use: WordUse, { name, bytes }: { name: string; bytes: Buffer }): void {
  refuseFile(refuseNamedFile(use, { name, size: bytes.length }) ?? refuseFileBytes(use, bytes), use)
  const unfolded = unfoldedSize(bytes)
  if (!unfolded) throw noWord(use)
  if (unfolded.bytes > UNFOLDED_MAX_BYTES || unfolded.entries > ENTRIES_MAX)
    refuseFile(FILE_RULES[use].tooLarge(FILE_RULES[use].maxMb), use)
  if (!unfolded.names.some((entry) => WORD_MACROS.isMacro(entry))) return
  throw new Refusal('file_refused', WORD_MACROS.message, { fields: { file: WORD_MACROS.message } })
}

/** The document's text, read in a thread of its own; refuses what cannot be read. */
export async function convertInThread(use: WordUse, bytes: Buffer): Promise<WordContent> {
  const content = await runInThread<WordContent>(new URL('./word-thread.ts', import.meta.url), { bytes })
  if (!content) throw noWord(use)
  return content
}

function noWord(use: WordUse): Refusal {
  const { message } = FILE_RULES[use].wrongType
  return new Refusal('invalid', message, { fields: { file: message } })
}
