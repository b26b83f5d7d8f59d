import { EDITOR_IMAGE_WIDTH } from '#domain/file/limits.ts'

/** The stored size of a picture: at most `maxWidth` pixels wide, with its aspect ratio kept. */
export function shrunkSize(
  width: number,
  height: number,
  maxWidth: number = EDITOR_IMAGE_WIDTH,
): { width: number; height: number } {
  if (width <= maxWidth) return { width, height }
  return { width: maxWidth, height: Math.max(1, Math.round((height * maxWidth) / width)) }
}

const JPEG_QUALITY = 0.9

/**
 * Shrinks a picture in the browser to the editor's width (docs/wire.md#files); a narrow one keeps its bytes. The
 * browser rotates photos upright while decoding. Throws if the bytes cannot be decoded.
 */
export async function shrinkImage(file: Blob, type: 'image/jpeg' | 'image/png'): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const { width, height } = shrunkSize(picture.width, picture.height)
  if (width === picture.width) {
    picture.close()
    return file.type === type ? file : new Blob([file], { type })
  }
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  picture.close()
  return canvas.convertToBlob({ type, quality: JPEG_QUALITY })
}
