import { expose } from 'comlink'
import mammoth from 'mammoth'
import { WORD_MACROS } from '#domain/file/word-macros.ts'
import { entriesOf, unpackMarkup } from './excel/unpack-zip.ts'

/** A Word document as HTML that is not cleaned yet, or why it is not taken. */
export type ReadWord = { html: string; pictures: number } | { refusal: 'macros' | 'damaged' }

/** Reads Word documents beside the page, for a preview; the server reads them again. */
export const word = {
  read: async (bytes: Uint8Array<ArrayBuffer>): Promise<ReadWord> => {
    try {
      if (entriesOf(bytes).some(({ name }) => WORD_MACROS.isMacro(name))) return { refusal: 'macros' }
      // Counts what the markup really unpacks to; the library believes what the archive says.
      unpackMarkup(bytes)
      return await convert(bytes.buffer)
    } catch {
      return { refusal: 'damaged' }
    }
  },
}

async function convert(arrayBuffer: ArrayBuffer): Promise<ReadWord> {
  let pictures = 0
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer },
    {
      styleMap: ['u => u', 'strike => s'],
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(() => {
        pictures += 1
        return Promise.resolve({ src: '' })
      }),
    },
  )
  return { html: value, pictures }
}

export type WordWorker = typeof word

expose(word)
