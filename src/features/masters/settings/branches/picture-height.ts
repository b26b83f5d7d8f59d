import { imageUrlOf } from '#src/sync/files/find-file.ts'

/** The width of A4 in pixels at 96 dpi. */
const PAPER_WIDTH = 794
/** The maximum: a picture that fills half a sheet is not a header. */
const MAX_HEIGHT = 400

/**
 * Returns the height in pixels of a stored picture that fills the width of the paper; undefined if it cannot
 * be read.
 */
export async function pictureHeight(fileId: string): Promise<number | undefined> {
  const url = await imageUrlOf(fileId)
  if (!url) return undefined
  const picture = new Image()
  picture.src = url
  try {
    await picture.decode()
  } catch {
    return undefined
  }
  if (picture.naturalWidth === 0) return undefined
  return Math.min(MAX_HEIGHT, Math.round((PAPER_WIDTH * picture.naturalHeight) / picture.naturalWidth))
}
