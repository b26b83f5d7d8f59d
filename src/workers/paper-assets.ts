import subsetWasmUrl from 'harfbuzzjs/dist/harfbuzz-subset.wasm?url'
import { BASE_FONTS, type BaseFont } from '#render/fonts/base-fonts.ts'
import type { FontFile, RenderAssets } from '#render/paper-input.ts'

/** Build assets, precached for offline use. */
const FONT_URLS: Record<string, string> = import.meta.glob('../../render/fonts/files/*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Fetches the assets of every paper; from the precache when offline. */
export async function fetchPaperAssets(): Promise<Omit<RenderAssets, 'images'>> {
  const [subsetWasm, ...fonts] = await Promise.all([fetchBytes(subsetWasmUrl), ...BASE_FONTS.map(fetchFont)])
  return { subsetWasm, fonts }
}

async function fetchFont({ file, ...font }: BaseFont): Promise<FontFile> {
  const url = FONT_URLS[`../../render/fonts/files/${file}`]
  if (url === undefined) throw new Error(`The font ${file} is not in the build.`)
  return { ...font, bytes: await fetchBytes(url) }
}

async function fetchBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`A part of the paper is missing (${response.status}).`)
  return new Uint8Array(await response.arrayBuffer())
}
