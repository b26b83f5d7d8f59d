import type { FontFile } from '#render/paper-input.ts'

/** The same fonts in the same order as on the device (src/workers/paper-assets.ts), so that both print identically. */
export const BASE_FONTS = [
  ['NotoSans', false, false, 'noto-sans/400Regular/NotoSans_400Regular.ttf'],
  ['NotoSans-Bold', true, false, 'noto-sans/700Bold/NotoSans_700Bold.ttf'],
  ['NotoSans-Italic', false, true, 'noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf'],
  ['NotoSans-BoldItalic', true, true, 'noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf'],
  ['NotoNaskhArabic', false, false, 'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf'],
  ['NotoNaskhArabic-Bold', true, false, 'noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf'],
  ['NotoSansMath', false, false, 'noto-sans-math/400Regular/NotoSansMath_400Regular.ttf'],
].map(([name, bold, italic, path]) => ({ name, bold, italic, path }) as BaseFont)

interface BaseFont extends Omit<FontFile, 'bytes'> {
  /** Path within `@expo-google-fonts`. */
  path: string
}
