import type { FontFile } from '../paper-input.ts'
import type { ShelfFile } from './font-shelf.ts'

/** The weights of a variable font, as a paper asks for them. */
const WEIGHTS = [
  { suffix: '', bold: false, weight: 400 },
  { suffix: '-Bold', bold: true, weight: 700 },
]

/** The weights that a paper is set in, of a file of the shelf that was unpacked; both share its bytes. */
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
