/** Joins the fonts of a response into one piece: each has its length in four big-endian bytes before it. */
export function packFonts(fonts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const pack = new Uint8Array(fonts.reduce((sum, font) => sum + LENGTH_BYTES + font.length, 0))
  const view = new DataView(pack.buffer)
  let at = 0
  for (const font of fonts) {
    view.setUint32(at, font.length)
    pack.set(font, at + LENGTH_BYTES)
    at += LENGTH_BYTES + font.length
  }
  return pack
}

/** Returns the fonts that packFonts joined, in order. Throws if the pack ends before a font does. */
export function unpackFonts(pack: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength)
  const fonts: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < pack.length; ) {
    const end = at + LENGTH_BYTES + view.getUint32(at)
    if (end > pack.length) throw new Error('The fonts did not come whole.')
    fonts.push(pack.slice(at + LENGTH_BYTES, end))
    at = end
  }
  return fonts
}

const LENGTH_BYTES = 4
