import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decompress from 'woff2-encoder/decompress'
import { lettersOf, modulePathOf, openShelf, type ShelfFile } from '#render/fonts/font-shelf.ts'
import shelfData from '#render/fonts/shelf.json' with { type: 'json' }
import { openSubsetter } from '#render/fonts/subset.ts'

const require = createRequire(import.meta.url)

/** Every font that a paper can be set in, by its letters. */
export const shelf = openShelf(shelfData)

/** A font of the shelf from the server's own disk, unpacked to TrueType. */
export async function readScriptFont(file: ShelfFile): Promise<Uint8Array> {
  return decompress(await readFile(require.resolve(modulePathOf(file))))
}

const subsetter = readFile(require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')).then((wasm) =>
  openSubsetter(new Uint8Array(wasm)),
)

/** As readScriptFont, with the letters of a text alone. */
export async function cutScriptFont(file: ShelfFile, text: string): Promise<Uint8Array> {
  return (await subsetter).toLetters(await readScriptFont(file), lettersOf(text))
}
