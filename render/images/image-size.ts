import { findImageKind } from './image-kind.ts'

export interface PixelSize {
  width: number
  height: number
}

/** Returns width and height of a PNG or JPEG from its header; undefined if it is neither or is broken. */
export function findImageSize(bytes: Uint8Array): PixelSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const kind = findImageKind(bytes)
    const size =
      kind === 'png'
        ? { width: view.getUint32(16), height: view.getUint32(20) }
        : kind === 'jpeg'
          ? jpegSize(view)
          : undefined
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    // A truncated file: the read goes beyond its end.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Walks the segments to the frame header (SOF0 to SOF15 without the tables DHT, JPG and DAC among them). */
function jpegSize(view: DataView): PixelSize | undefined {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
