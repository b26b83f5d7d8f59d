import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BASE_FONTS } from '#render/fonts/base-fonts.ts'
import { hanFormOf } from '#render/fonts/families.ts'
import { type PaperLanguage, textOfPaper } from '#render/fonts/paper-letters.ts'
import { weightsOf } from '#render/fonts/weights-of.ts'
import type { FontFile, RenderAssets } from '#render/paper-input.ts'
import { readScriptFont, shelf } from '#server/features/paper-fonts/public/read-script-font.ts'

const require = createRequire(import.meta.url)
const read = (name: string) => new Uint8Array(readFileSync(require.resolve(name)))

/** The fonts that are always included, in the same order as in src/workers/paper-assets.ts. */
const fonts: readonly FontFile[] = BASE_FONTS.map(({ file, ...font }) => ({
  ...font,
  bytes: read(`#render/fonts/files/${file}`),
}))
const subsetWasm = read('harfbuzzjs/dist/harfbuzz-subset.wasm')

export { shelf }

/**
 * Returns what the worker fetches for a paper in Latin, Arabic or Devanagari, read from disk; opened once per
 * test file.
 */
export function renderAssets(images: ReadonlyMap<string, Uint8Array> = new Map()): RenderAssets {
  return { fonts, subsetWasm, images }
}

/** Returns the same as renderAssets, with the fonts of all scripts of a paper. */
export async function renderAssetsFor(
  paper: PaperLanguage,
  images: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<RenderAssets> {
  const text = textOfPaper(paper)
  const files = shelf.filesFor(text, hanFormOf(paper.locale ?? '', text))
  const more = await Promise.all(files.map(async (file) => weightsOf(file, await readScriptFont(file))))
  return { ...renderAssets(images), fonts: [...fonts, ...more.flat()] }
}
