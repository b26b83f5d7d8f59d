import sharp from 'sharp'

/** A picture that unfolds to more than this is not decoded: a small file can hold a huge one. */
const MAX_PIXELS = 60_000_000

const read = (bytes: Buffer) => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })

/** The picture at most `width` pixels wide, upright, and without what cameras write beside it (place, name). */
export async function resizePicture(bytes: Buffer, width: number): Promise<Buffer> {
  return read(bytes).autoOrient().resize({ width, withoutEnlargement: true }).toBuffer()
}

/** True where the whole picture can be decoded: a right beginning does not make a right picture. */
export async function isWholePicture(bytes: Buffer): Promise<boolean> {
  return read(bytes)
    .stats()
    .then(
      () => true,
      () => false,
    )
}
