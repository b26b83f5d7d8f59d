import { readFileSync } from 'node:fs'
import type { FontFile, RenderAssets } from '#render/paper-input.ts'

/** The same files, in the same order, as src/workers/paper-fonts.ts gives the worker. */
const FONT_FILES = [
  ['NotoSans', false, false, 'noto-sans/400Regular/NotoSans_400Regular.ttf'],
  ['NotoSans-Bold', true, false, 'noto-sans/700Bold/NotoSans_700Bold.ttf'],
  ['NotoSans-Italic', false, true, 'noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf'],
  ['NotoSans-BoldItalic', true, true, 'noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf'],
  ['NotoNaskhArabic', false, false, 'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf'],
  ['NotoNaskhArabic-Bold', true, false, 'noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf'],
  ['NotoSansMath', false, false, 'noto-sans-math/400Regular/NotoSansMath_400Regular.ttf'],
] as const

const read = (path: string) => new Uint8Array(readFileSync(`node_modules/${path}`))

const fonts: readonly FontFile[] = FONT_FILES.map(([name, bold, italic, path]) => ({
  name,
  bold,
  italic,
  bytes: read(`@expo-google-fonts/${path}`),
}))
const subsetWasm = read('harfbuzzjs/dist/harfbuzz-subset.wasm')

/** What the worker fetches, read from disk; opened once a test file. */
export function renderAssets(images: ReadonlyMap<string, Uint8Array> = new Map()): RenderAssets {
  return { fonts, subsetWasm, images }
}
