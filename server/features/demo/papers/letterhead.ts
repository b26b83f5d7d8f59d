import { join } from 'node:path'
import sharp from 'sharp'
import type { DemoBranch, DemoCentre } from '../centres.ts'

const FONTS = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules', '@expo-google-fonts')
const FONT_FILES = {
  latin: join(FONTS, 'noto-sans', '400Regular', 'NotoSans_400Regular.ttf'),
  bold: join(FONTS, 'noto-sans', '700Bold', 'NotoSans_700Bold.ttf'),
  arabic: join(FONTS, 'noto-naskh-arabic', '700Bold', 'NotoNaskhArabic_700Bold.ttf'),
  devanagari: join(FONTS, 'noto-sans-devanagari', '600SemiBold', 'NotoSansDevanagari_600SemiBold.ttf'),
} as const

/** Pixels of a header across the paper's full width of 210 mm, at about 200 dots per inch. */
const WIDTH = 1654
const HEADER_HEIGHT = 268
const FOOTER_HEIGHT = 158
const MARGIN = 120

/** Draws the header of a branch's paper: mark and name on the left, the name in the second language on the right. */
export async function drawHeader(centre: DemoCentre, branch: DemoBranch): Promise<Buffer> {
  const mark = `<svg width="${WIDTH}" height="${HEADER_HEIGHT}" xmlns="http://www.w3.org/2000/svg">
    <rect width="100%" height="100%" fill="#ffffff"/>
    <circle cx="${MARGIN + 62}" cy="118" r="62" fill="${branch.accent}"/>
    <path d="M${MARGIN + 62} 78 v80 M${MARGIN + 22} 118 h80" stroke="#ffffff" stroke-width="16" stroke-linecap="round"/>
    <rect x="${MARGIN}" y="${HEADER_HEIGHT - 22}" width="${WIDTH - 2 * MARGIN}" height="5" fill="${branch.accent}"/>
  </svg>`
  const left = MARGIN + 150
  const name = await drawText(centre.name, 'bold', branch.accent, 46)
  const place = await drawText(`${branch.name}  ·  ${branch.address}`, 'latin', '#475569', 25)
  const second = await drawText(branch.secondaryName, scriptOf(branch.secondaryName), branch.accent, 42)
  return sharp(Buffer.from(mark))
    .composite([
      { input: name.data, left, top: 44 },
      { input: place.data, left, top: 108 },
      { input: second.data, left: WIDTH - MARGIN - second.info.width, top: 164 },
    ])
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** Draws the footer of a branch's paper, with its contact details. */
export async function drawFooter(centre: DemoCentre, branch: DemoBranch): Promise<Buffer> {
  const ground = `<svg width="${WIDTH}" height="${FOOTER_HEIGHT}" xmlns="http://www.w3.org/2000/svg">
    <rect width="100%" height="100%" fill="#ffffff"/>
    <rect x="${MARGIN}" y="16" width="${WIDTH - 2 * MARGIN}" height="3" fill="${branch.accent}"/>
  </svg>`
  const reach = await drawText(
    `${branch.phone}  ·  care@${centre.mailDomain}  ·  Open 24 hours for emergencies`,
    'latin',
    '#475569',
    25,
  )
  return sharp(Buffer.from(ground))
    .composite([{ input: reach.data, left: Math.round((WIDTH - reach.info.width) / 2), top: 52 }])
    .jpeg({ quality: 88 })
    .toBuffer()
}

// Fonts are referenced by file, so that a machine without installed fonts draws the same text.
export function drawText(text: string, face: keyof typeof FONT_FILES, colour: string, size: number) {
  const family = {
    latin: 'Noto Sans',
    bold: 'Noto Sans Bold',
    arabic: 'Noto Naskh Arabic Bold',
    devanagari: 'Noto Sans Devanagari SemiBold',
  }[face]
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return sharp({
    text: {
      text: `<span foreground="${colour}">${escaped}</span>`,
      font: `${family} ${size}`,
      fontfile: FONT_FILES[face],
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
}

function scriptOf(text: string): keyof typeof FONT_FILES {
  if (/\p{Script=Arabic}/u.test(text)) return 'arabic'
  return /\p{Script=Devanagari}/u.test(text) ? 'devanagari' : 'bold'
}
