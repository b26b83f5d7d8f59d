import {
  FILE_RULES,
  type FileRefusal,
  maxBytesOf,
  refuseFileBytes,
  refuseNamedFile,
} from '#domain/file/limits.ts'
import { MEDIA_TYPES, SNIFF_BYTES, sniff } from '#domain/file/sniff.ts'
import { RICH_TEXT_WORDS as WORDS } from '../words.ts'
import { shrinkImage } from './shrink-image.ts'

/** What is larger is not decoded. */
const MAX_INPUT_MB = 20

/** Stores a picture's bytes for good and returns the id of its file; throws where they could not be kept. */
export type KeepImage = (picture: Blob) => Promise<string>

export type TakenImage = { ok: true; fileId: string } | { ok: false; refusal: FileRefusal }

/**
 * Takes a picked, dropped or pasted picture into the report: checks what it is by name and bytes, shrinks it, and
 * keeps it. The limit of its rule is for what is kept, after the picture was made smaller. Only then may the text name it, so that no text ever points to a picture that is nowhere.
 */
export async function takeImage(file: File, keep: KeepImage): Promise<TakenImage> {
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer())
  const refusal =
    refuseNamedFile('editorImage', { name: file.name, size: 0 }) ?? refuseFileBytes('editorImage', head)
  if (refusal) return { ok: false, refusal }
  const { tooLarge, maxMb } = FILE_RULES.editorImage
  if (file.size > MAX_INPUT_MB * 1_048_576) return { ok: false, refusal: tooLarge(MAX_INPUT_MB) }
  const type = sniff(head) === 'png' ? MEDIA_TYPES.png : MEDIA_TYPES.jpg
  const picture = await shrinkImage(file, type).catch(() => undefined)
  if (!picture) return { ok: false, refusal: { title: 'Image Error!', message: WORDS.imageUnreadable } }
  if (picture.size > maxBytesOf('editorImage')) return { ok: false, refusal: tooLarge(maxMb) }
  try {
    return { ok: true, fileId: await keep(picture) }
  } catch (cause) {
    const reason = cause instanceof Error ? ` ${cause.message}` : ''
    return { ok: false, refusal: { title: 'Image Error!', message: `${WORDS.imageFailed}${reason}` } }
  }
}

const ENDINGS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg' }

/** A picture that travels as text inside the clipboard, as a file; undefined where the text is none. */
export function fileOfDataUrl(url: string): File | undefined {
  const [, type = '', payload = ''] = /^data:(image\/[a-z0-9.+-]+);base64,(.*)$/is.exec(url) ?? []
  if (!type) return undefined
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/\s+/g, '')), (letter) => letter.charCodeAt(0))
    return new File([bytes], `picture.${ENDINGS[type.toLowerCase()] ?? 'other'}`, { type })
  } catch {
    return undefined
  }
}
