import { expose } from 'comlink'
import { WORD_MACROS } from '#domain/file/word-macros.ts'
import { convertWord } from '#render/word/convert-word.ts'
import type { WordNotes } from '#render/word/word-notes.ts'
import { entriesOf, unpackMarkup } from './excel/unpack-zip.ts'

/** A Word document as unsanitized HTML, or why it is refused. */
export type ReadWord =
  | { html: string; pictures: number; notes: WordNotes }
  | { refusal: 'macros' | 'damaged' }

/** Reads Word documents off the main thread, for a preview; the server reads them again. */
export const word = {
  read: async (bytes: Uint8Array<ArrayBuffer>): Promise<ReadWord> => {
    try {
      if (entriesOf(bytes).some(({ name }) => WORD_MACROS.isMacro(name))) return { refusal: 'macros' }
      // Checks the real unpacked size of the markup first: the converter trusts the sizes that the archive claims.
      unpackMarkup(bytes)
      const { html, images, notes } = await convertWord(bytes)
      return { html, pictures: images.length, notes }
    } catch {
      return { refusal: 'damaged' }
    }
  },
}

export type WordWorker = typeof word

expose(word)
