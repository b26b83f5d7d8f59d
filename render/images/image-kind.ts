/** The kind of an image file by its first bytes, never by its name. */
export type ImageKind = 'png' | 'jpeg'

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

export function findImageKind(bytes: Uint8Array): ImageKind | undefined {
  if (PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return 'png'
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? 'jpeg' : undefined
}
