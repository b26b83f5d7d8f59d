import sharp from 'sharp'
import type { DemoBranch } from '../centres.ts'
import { type Random, randomFrom } from '../random.ts'

const SIDE = 512

/**
 * Draws a realistic key image: a slice with an outline, organs as soft shapes and one marked finding. It is drawn
 * because the demo must not contain pictures of real patients.
 */
export function drawKeyImage(name: string): Promise<Buffer> {
  const random = randomFrom(`key image ${name}`)
  const shapes = Array.from({ length: 9 }, () => softShape(random)).join('')
  const [x, y] = [random.between(176, 336), random.between(176, 336)]
  const svg = `<svg width="${SIDE}" height="${SIDE}" xmlns="http://www.w3.org/2000/svg">
    <defs><filter id="soft"><feGaussianBlur stdDeviation="9"/></filter></defs>
    <rect width="100%" height="100%" fill="#000000"/>
    <ellipse cx="256" cy="256" rx="${random.between(185, 225)}" ry="${random.between(150, 190)}" fill="#3c3c3c" stroke="#b4b4b4" stroke-width="10"/>
    <g filter="url(#soft)">${shapes}</g>
    <circle cx="${x}" cy="${y}" r="17" fill="#e6e6e6"/>
    <path d="M${x + 70} ${y - 70} L${x + 24} ${y - 24} m0 -22 v22 h22" stroke="#ffd43b" stroke-width="6" fill="none"/>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
}

function softShape(random: Random): string {
  const shade = random.between(70, 190)
  const [x, y] = [random.between(136, 376), random.between(152, 360)]
  return `<ellipse cx="${x}" cy="${y}" rx="${random.between(18, 75)}" ry="${random.between(16, 60)}" fill="rgb(${shade},${shade},${shade})" opacity="0.7"/>`
}

/** Draws the front or back of a branch's booklets with its colour and mark, in the sheet's proportions. */
export function drawCover(branch: DemoBranch, side: 'front' | 'back'): Promise<Buffer> {
  const [width, height] = [842, 1191]
  const band = side === 'front' ? `<rect y="420" width="100%" height="230" fill="#ffffff"/>` : ''
  const mark = `<circle cx="421" cy="${side === 'front' ? 535 : 595}" r="70" fill="${branch.accent}" stroke="#ffffff" stroke-width="8"/>
    <path d="M421 ${side === 'front' ? 490 : 550} v90 M376 ${side === 'front' ? 535 : 595} h90" stroke="#ffffff" stroke-width="18" stroke-linecap="round"/>`
  const svg = `<svg width="${width}" height="${height}" xmlns="http://www.w3.org/2000/svg">
    <rect width="100%" height="100%" fill="${branch.accent}"/>
    <rect x="36" y="36" width="${width - 72}" height="${height - 72}" fill="none" stroke="#ffffff" stroke-width="3" opacity="0.6"/>
    ${band}${mark}
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer()
}
