import { FILE_RULES, type FileRefusal, maxBytesOf, refuseFileBytes } from '#domain/file/limits.ts'
import { SNIFF_BYTES } from '#domain/file/sniff.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

/** Longest side of a stored key image: 3 x 4 cells of A4 at 300 dpi need less. */
const MAX_SIDE = 1_600
/** Larger files are not decoded: the rule's limit applies to the stored, shrunk picture. */
const MAX_INPUT_MB = 20
const QUALITIES = [0.9, 0.8, 0.65, 0.5] as const

export type PreparedPicture = { ok: true; picture: Blob } | { ok: false; refusal: FileRefusal }

/** Makes a JPEG of a picture, at most `maxSide` pixels on its longer side. Throws if it cannot be decoded. */
export type ToJpeg = (picture: Blob, maxSide: number, quality: number) => Promise<Blob>

/**
 * Turns a pasted, dropped or chosen file into a key image: checked by its bytes and not its name, shrunk, and always a
 * JPEG, because a PDF decompresses every PNG into memory.
 */
export async function preparePicture(file: Blob, toJpeg: ToJpeg = drawJpeg): Promise<PreparedPicture> {
  const rule = FILE_RULES.bookletImage
  if (file.size > MAX_INPUT_MB * 1_048_576) return { ok: false, refusal: rule.tooLarge(MAX_INPUT_MB) }
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer())
  const refusal = refuseFileBytes('bookletImage', head)
  if (refusal) return { ok: false, refusal }
  for (const quality of QUALITIES) {
    const picture = await toJpeg(file, MAX_SIDE, quality).catch(() => undefined)
    if (!picture) return { ok: false, refusal: { title: rule.wrongType.title, message: WORDS.unreadable } }
    if (picture.size <= maxBytesOf('bookletImage')) return { ok: true, picture }
  }
  return { ok: false, refusal: rule.tooLarge(rule.maxMb) }
}

async function drawJpeg(file: Blob, maxSide: number, quality: number): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)))
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1)
  const context = canvas.getContext('2d')
  if (context) {
    // JPEG has no transparency; transparent parts of a PNG become white.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
