import type { FontFile } from '../paper-input.ts'

/** A font of every paper, and its file in `render/fonts/files`. */
export interface BaseFont extends Omit<FontFile, 'bytes'> {
  file: string
}

/**
 * The fonts of every paper, in order of preference, on the device and on the server. Noto Sans covers Latin, Greek,
 * Cyrillic and Devanagari; characters that it lacks (greater-or-equal, arrows) come from Noto Sans Math.
 */
export const BASE_FONTS: readonly BaseFont[] = [
  { name: 'NotoSans', bold: false, italic: false, file: 'NotoSans_400Regular.ttf' },
  { name: 'NotoSans-Bold', bold: true, italic: false, file: 'NotoSans_700Bold.ttf' },
  { name: 'NotoSans-Italic', bold: false, italic: true, file: 'NotoSans_400Regular_Italic.ttf' },
  { name: 'NotoSans-BoldItalic', bold: true, italic: true, file: 'NotoSans_700Bold_Italic.ttf' },
  { name: 'NotoNaskhArabic', bold: false, italic: false, file: 'NotoNaskhArabic_400Regular.ttf' },
  { name: 'NotoNaskhArabic-Bold', bold: true, italic: false, file: 'NotoNaskhArabic_700Bold.ttf' },
  { name: 'NotoSansMath', bold: false, italic: false, file: 'NotoSansMath_400Regular.ttf' },
]
