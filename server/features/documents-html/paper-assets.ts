import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FontFile, RenderAssets } from '#render/paper-input.ts'

const require = createRequire(import.meta.url)

/** The same fonts in the same order as the device prints with (src/workers/paper-assets.ts), so that both print alike. */
const FONTS = [
  ['NotoSans', false, false, 'noto-sans/400Regular/NotoSans_400Regular.ttf'],
  ['NotoSans-Bold', true, false, 'noto-sans/700Bold/NotoSans_700Bold.ttf'],
  ['NotoSans-Italic', false, true, 'noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf'],
  ['NotoSans-BoldItalic', true, true, 'noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf'],
  ['NotoNaskhArabic', false, false, 'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf'],
  ['NotoNaskhArabic-Bold', true, false, 'noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf'],
  ['NotoSansMath', false, false, 'noto-sans-math/400Regular/NotoSansMath_400Regular.ttf'],
] as const

const read = async (name: string) => new Uint8Array(await readFile(require.resolve(name)))

/** What every paper needs, from the server's own disk. */
export async function readPaperAssets(): Promise<Omit<RenderAssets, 'images'>> {
  const fonts = FONTS.map(
    async ([name, bold, italic, path]): Promise<FontFile> => ({
      name,
      bold,
      italic,
      bytes: await read(`@expo-google-fonts/${path}`),
    }),
  )
  return { fonts: await Promise.all(fonts), subsetWasm: await read('harfbuzzjs/dist/harfbuzz-subset.wasm') }
}
