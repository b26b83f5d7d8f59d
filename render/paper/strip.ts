import type { ImageSize } from '../blocks/inlines-from-markup.ts'

/** A picture of a letterhead across a sheet. Points. */
export interface Strip {
  id: string
  left: number
  width: number
  height: number
}

/** A picture as wide as the sheet, or as `most` of height allows; one that is not there takes no room. */
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
