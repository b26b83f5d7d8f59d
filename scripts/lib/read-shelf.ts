import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import * as hb from 'harfbuzzjs'
import decompress from 'woff2-encoder/decompress'
import { BASE_FONTS } from '#render/fonts/base-fonts.ts'
import { SCRIPT_FAMILIES } from '#render/fonts/families.ts'
import type { ShelfData } from '#render/fonts/font-shelf.ts'
import { writeRanges } from '#render/fonts/letter-ranges.ts'

const PACKAGES = 'node_modules/@fontsource-variable/noto-sans-'
/** Letters that the base fonts or a separate font contain; packages repeat them. */
const REPEATED = /-(latin|cyrillic|greek|vietnamese|math|symbols)(-ext)?-wght-/
const OWN_SYMBOLS = 'noto-sans-symbols-symbols-wght-normal.woff2'

const lettersOf = (bytes: Uint8Array) => new hb.Face(new hb.Blob(bytes)).collectUnicodes()

/** Reads from the font packages which letters each file contains beyond those of the base fonts. */
export async function readShelf(): Promise<ShelfData> {
  const always = new Set(
    BASE_FONTS.flatMap(({ file }) => [
      ...lettersOf(new Uint8Array(readFileSync(`render/fonts/files/${file}`))),
    ]),
  )
  const edition = createHash('sha256')
  const families: Record<string, Record<string, string>> = {}
  for (const { id } of SCRIPT_FAMILIES) families[id] = await readFamily(id, always, edition)
  return { edition: edition.digest('hex').slice(0, 12), always: writeRanges(always), families }
}

async function readFamily(
  id: string,
  always: ReadonlySet<number>,
  edition: Hash,
): Promise<Record<string, string>> {
  const folder = `${PACKAGES}${id}/files`
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('-wght-normal.woff2') && (name === OWN_SYMBOLS || !REPEATED.test(name)),
  )
  const seen = new Set(always)
  const files: Record<string, string> = {}
  for (const name of names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
    const packed = readFileSync(`${folder}/${name}`)
    edition.update(packed)
    const bytes = await decompress(packed)
    const own = [...lettersOf(bytes)].filter((code) => !seen.has(code))
    for (const code of own) seen.add(code)
    if (own.length > 0) files[name] = writeRanges(own)
  }
  return files
}
