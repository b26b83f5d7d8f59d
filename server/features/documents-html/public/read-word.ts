import { Refusal } from '#contract/kernel/error-codes.ts'
import { FILE_RULES, refuseFileBytes, refuseNamedFile } from '#domain/file/limits.ts'
import { WORD_MACROS } from '#domain/file/word-macros.ts'
import { listZip } from '#domain/file/zip-directory.ts'
import type { WordContent } from '#render/word/convert-word.ts'
import { refuseFile } from '#server/kernel/files/upload.ts'
import { WORD_UNFOLDED_MAX } from '../count-unfolded.ts'
import type { ReadWord } from '../word-thread.ts'
import { runInThread } from './run-in-thread.ts'

/** A letter for a report, or a report template; the error messages differ. */
type WordUse = 'word' | 'template'

/** A real letter contains about twenty files. */
const ENTRIES_MAX = 2_000
/** Keeps the process under 200 MB; the unpacked size of a letter is limited before it is read. */
const LIMITS = { memoryMb: 128, timeoutMs: 20_000 }

/** Throws if the file is no Word document, is too large packed or unpacked, or contains macros. */
export function demandWord(use: WordUse, { name, bytes }: { name: string; bytes: Buffer }): void {
  refuseFile(refuseNamedFile(use, { name, size: bytes.length }) ?? refuseFileBytes(use, bytes), use)
  const listing = listZip(bytes, ENTRIES_MAX)
  if (!listing.ok) throw listing.why === 'damaged' ? noWord(use) : tooLarge()
  // An archive that declares too large a size needs no thread; the thread detects false declarations.
  if (listing.entries.reduce((sum, { claimed }) => sum + claimed, 0) > WORD_UNFOLDED_MAX) throw tooLarge()
  if (!listing.entries.some((entry) => WORD_MACROS.isMacro(entry.name))) return
  throw new Refusal('file_refused', WORD_MACROS.message, { fields: { file: WORD_MACROS.message } })
}

/** Returns the document's text, read in a separate thread; throws if it cannot be read or unpacks to too much. */
export async function convertInThread(use: WordUse, bytes: Buffer): Promise<WordContent> {
  const data = { bytes, entriesMax: ENTRIES_MAX }
  const read = await runInThread<ReadWord>(new URL('../word-thread.ts', import.meta.url), data, LIMITS)
  if (!read || read === 'damaged') throw noWord(use)
  if (read === 'too_large') throw tooLarge()
  return read
}

function tooLarge(): Refusal {
  const message = 'This document unfolds to more than a letter can hold and is not read.'
  return new Refusal('too_large', message, { fields: { file: message } })
}

function noWord(use: WordUse): Refusal {
  const { message } = FILE_RULES[use].wrongType
  return new Refusal('invalid', message, { fields: { file: message } })
}
