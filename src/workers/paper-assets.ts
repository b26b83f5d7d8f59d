import arabic from '@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf?url'
import arabicBold from '@expo-google-fonts/noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf?url'
import sans from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url'
import sansItalic from '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf?url'
import sansBold from '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf?url'
import sansBoldItalic from '@expo-google-fonts/noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf?url'
import signs from '@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf?url'
import subsetWasmUrl from 'harfbuzzjs/dist/harfbuzz-subset.wasm?url'
import type { FontFile, RenderAssets } from '#render/paper-input.ts'

/**
 * Fonts of the paper, in order of preference. Noto Sans covers Latin, Greek, Cyrillic and Devanagari; characters that
 * it lacks (greater-or-equal, arrows) come from Noto Sans Math. All are build assets, precached for offline use.
 */
const FONTS = [
  { name: 'NotoSans', bold: false, italic: false, url: sans },
  { name: 'NotoSans-Bold', bold: true, italic: false, url: sansBold },
  { name: 'NotoSans-Italic', bold: false, italic: true, url: sansItalic },
  { name: 'NotoSans-BoldItalic', bold: true, italic: true, url: sansBoldItalic },
  { name: 'NotoNaskhArabic', bold: false, italic: false, url: arabic },
  { name: 'NotoNaskhArabic-Bold', bold: true, italic: false, url: arabicBold },
  { name: 'NotoSansMath', bold: false, italic: false, url: signs },
] as const

/** Fetches the assets of every paper; from the precache when offline. */
export async function fetchPaperAssets(): Promise<Omit<RenderAssets, 'images'>> {
  const [subsetWasm, ...fonts] = await Promise.all([fetchBytes(subsetWasmUrl), ...FONTS.map(fetchFont)])
  return { subsetWasm, fonts }
}

async function fetchFont({ url, ...font }: (typeof FONTS)[number]): Promise<FontFile> {
  return { ...font, bytes: await fetchBytes(url) }
}

async function fetchBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`A part of the paper is missing (${response.status}).`)
  return new Uint8Array(await response.arrayBuffer())
}
