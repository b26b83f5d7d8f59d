import type { FontFile } from '../paper-input.ts'
import type { ShelfFile } from './font-shelf.ts'

/** The weights of a variable font that papers use. */
const WEIGHTS = [
  { suffix: '', bold: false, weight: 400 },
  { suffix: '-Bold', bold: true, weight: 700 },
]

/** Returns the weights of an unpacked file of the shelf that a paper uses; both share its bytes. */
export function weightsOf({ family, file }: ShelfFile, bytes: Uint8Array): FontFile[] {
  return WEIGHTS.map(({ suffix, bold, weight }) => ({
    name: family.name + suffix,
    file,
    bytes,
    bold,
    italic: false,
    weight,
  }))
}
