// Draws the PNG icons of the manifest from the two SVGs: `node scripts/make-icons.ts`, then commit the result.
import { join, resolve } from 'node:path'
import sharp from 'sharp'

const folder = resolve(import.meta.dirname, '..', 'public', 'icons')
const SIZES = [192, 512]

for (const name of ['icon', 'maskable'])
  for (const size of SIZES)
    await sharp(join(folder, `${name}.svg`), { density: 192 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(folder, `${name}-${size}.png`))
