import type { ImageSize } from '../blocks/inlines-from-markup.ts'
import type { PaperPictures } from '../paper-input.ts'
import type { Canvas } from './canvas.ts'

const GAP = 4
const GROUNDS = { black: '#000000', white: '#ffffff' } as const

/** The area of a grid on its page, in points. */
export interface GridArea {
  left: number
  top: number
  width: number
  height: number
}

/** Returns the pictures page by page; at least one page, the last one with the remaining cells. */
export function pagesOfPictures({ columns, rows, imageIds }: PaperPictures): (string | null)[][] {
  const size = columns * rows
  const pages = Math.max(1, Math.ceil(imageIds.length / size))
  return Array.from({ length: pages }, (_, page) => imageIds.slice(page * size, (page + 1) * size))
}

/** Paints one page of pictures: each as large as its cell allows, undistorted, on the chosen ground. */
export function paintPictures(
  canvas: Canvas,
  { columns, rows, background, imageIds: all }: PaperPictures,
  imageIds: readonly (string | null)[],
  area: GridArea,
  sizeOf: (imageId: string) => ImageSize,
) {
  const width = (area.width - GAP * (columns + 1)) / columns
  const height = (area.height - GAP * (rows + 1)) / rows
  canvas.fill(area.left, area.top, area.width, area.height, GROUNDS[background])
  for (const [at, imageId] of imageIds.entries()) {
    if (imageId === null) continue
    const left = area.left + GAP + (at % columns) * (width + GAP)
    const top = area.top + GAP + Math.floor(at / columns) * (height + GAP)
    // An unreadable picture becomes a crossed frame as large as the cell.
    const own = sizeOf(imageId) ?? { width, height }
    const scale = Math.min(width / own.width, height / own.height)
    const [shownWidth, shownHeight] = [own.width * scale, own.height * scale]
    canvas.within({ role: 'Figure', alt: `Key image ${all.indexOf(imageId) + 1}` }, () =>
      canvas.image(
        imageId,
        left + (width - shownWidth) / 2,
        top + (height - shownHeight) / 2,
        shownWidth,
        shownHeight,
      ),
    )
  }
}
