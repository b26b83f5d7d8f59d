import sharp from 'sharp'
import { type Random, randomFrom } from '../random.ts'

const WIDTH = 480
const HEIGHT = 160

/** Draws a doctor's signature: the same strokes for the same name, dark blue on a transparent background. */
export async function drawSignature(name: string): Promise<Buffer> {
  const random = randomFrom(`signature of ${name}`)
  const svg = `<svg width="${WIDTH}" height="${HEIGHT}" xmlns="http://www.w3.org/2000/svg"
    fill="none" stroke="#1b2a6b" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round">
    <path d="${initial(random)}"/><path d="${letters(random, name)}"/><path stroke-width="2.6" d="${flourish(random)}"/>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

// One tall loop, like a handwritten initial.
function initial(random: Random): string {
  const top = random.between(14, 30)
  const lean = random.between(30, 60)
  return `M36 118 C ${40 + lean} 96, ${70 + lean} ${top}, ${52 + lean} ${top} S 40 92, ${66 + lean} 116 S ${104 + lean} 84, ${112 + lean} 92`
}

// Small waves, one per letter, some with an ascender.
function letters(random: Random, name: string): string {
  const count = Math.min(11, Math.max(6, name.length - 4))
  let x = 132
  const waves = Array.from({ length: count }, () => {
    const step = random.between(17, 27)
    const height = random.chance(0.25) ? random.between(44, 70) : random.between(10, 24)
    const wave = `q ${Math.round(step * 0.35)} ${-height} ${Math.round(step * 0.55)} ${-random.between(0, 4)} t ${Math.round(step * 0.45)} ${random.between(-3, 5)}`
    x += step
    return wave
  })
  return `M132 100 ${waves.join(' ')} q 20 -14 ${Math.min(60, WIDTH - 20 - x)} -6`
}

function flourish(random: Random): string {
  const y = random.between(128, 142)
  return `M${random.between(60, 110)} ${y} Q ${random.between(200, 280)} ${y - random.between(14, 26)}, ${random.between(360, 430)} ${y - random.between(2, 12)}`
}
