import sharp from 'sharp'

/** A picture that decompresses to more than this is not decoded: a small file can contain a huge one. */
const MAX_PIXELS = 60_000_000

const read = (bytes: Buffer) => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })

/** Returns the picture at most `width` pixels wide, upright, and without camera metadata (place, name). */
export async function resizePicture(bytes: Buffer, width: number): Promise<Buffer> {
  return read(bytes).autoOrient().resize({ width, withoutEnlargement: true }).toBuffer()
}

/** Returns true if the whole picture can be decoded: a valid header does not make a valid picture. */
export async function isWholePicture(bytes: Buffer): Promise<boolean> {
  return read(bytes)
    .stats()
    .then(
      () => true,
      () => false,
    )
}
