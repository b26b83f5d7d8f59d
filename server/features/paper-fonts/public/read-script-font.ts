import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decompress from 'woff2-encoder/decompress'
import { lettersOf, modulePathOf, openShelf, type ShelfFile } from '#render/fonts/font-shelf.ts'
import shelfData from '#render/fonts/shelf.json' with { type: 'json' }
import { openSubsetter } from '#render/fonts/subset.ts'

const require = createRequire(import.meta.url)

/** The fonts that papers can use, indexed by their letters. */
export const shelf = openShelf(shelfData)

/** Returns a font from the server's disk, unpacked to TrueType. */
export async function readScriptFont(file: ShelfFile): Promise<Uint8Array> {
  return decompress(await readFile(require.resolve(modulePathOf(file))))
}

const subsetter = readFile(require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')).then((wasm) =>
  openSubsetter(new Uint8Array(wasm)),
)

/** Does the same as readScriptFont, with only the letters of a text. */
export async function cutScriptFont(file: ShelfFile, text: string): Promise<Uint8Array> {
  return (await subsetter).toLetters(await readScriptFont(file), lettersOf(text))
}
