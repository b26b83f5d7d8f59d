import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { BASE_FONTS } from '#render/fonts/base-fonts.ts'
import { hanFormOf } from '#render/fonts/families.ts'
import { type PaperLanguage, textOfPaper } from '#render/fonts/paper-letters.ts'
import { weightsOf } from '#render/fonts/weights-of.ts'
import type { RenderAssets } from '#render/paper-input.ts'
import { readScriptFont, shelf } from '#server/features/paper-fonts/public/read-script-font.ts'

const require = createRequire(import.meta.url)

const read = async (name: string) => new Uint8Array(await readFile(require.resolve(name)))

/**
 * Reads the assets of a paper from the server's own disk: the base fonts and those for its scripts. A character
 * without a font is printed as an empty box.
 */
export async function readPaperAssets(paper: PaperLanguage): Promise<Omit<RenderAssets, 'images'>> {
  const text = textOfPaper(paper)
  const needed = shelf.filesFor(text, hanFormOf(paper.locale ?? '', text))
  const base = BASE_FONTS.map(async ({ file, ...font }) => ({
    ...font,
    bytes: await read(`#render/fonts/files/${file}`),
  }))
  const more = await Promise.all(needed.map(async (file) => weightsOf(file, await readScriptFont(file))))
  return {
    fonts: [...(await Promise.all(base)), ...more.flat()],
    subsetWasm: await read('harfbuzzjs/dist/harfbuzz-subset.wasm'),
  }
}
