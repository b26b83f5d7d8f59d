import { imageUrlOf } from '#src/sync/files/find-file.ts'

/** Width of A4 in pixels at 96 an inch. */
const PAPER_WIDTH = 794
/** A picture as tall as half a sheet is no header. */
const MAX_HEIGHT = 400

/** How tall a stored picture is across the whole width of the paper, in pixels; undefined where it cannot be read. */
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
