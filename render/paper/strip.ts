import type { ImageSize } from '../blocks/inlines-from-markup.ts'

/** A picture of a letterhead across a sheet. In points. */
export interface Strip {
  id: string
  left: number
  width: number
  height: number
}

/** Returns a picture as wide as the sheet, or as the height `most` allows; a missing picture takes no space. */
export function stripOf(
  id: string | undefined,
  sizeOf: (imageId: string) => ImageSize,
  sheetWidth: number,
  most: number,
): Strip | undefined {
  const size = id === undefined ? undefined : sizeOf(id)
  if (id === undefined || !size) return undefined
  const scale = Math.min(sheetWidth / size.width, most / size.height)
  const width = size.width * scale
  return { id, width, height: size.height * scale, left: (sheetWidth - width) / 2 }
}
