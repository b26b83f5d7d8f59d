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

/** Larger files are not decoded. */
const MAX_INPUT_MB = 20

/** Stores a picture's bytes permanently and returns the id of its file; throws if they could not be stored. */
export type KeepImage = (picture: Blob) => Promise<string>

export type TakenImage = { ok: true; fileId: string } | { ok: false; refusal: FileRefusal }

/**
 * Accepts a picked, dropped or pasted picture into the report: checks name and bytes, shrinks it, and stores it. The
 * rule's size limit applies to the stored, shrunk picture. Only then may the text name it, so that no text ever points
 * to a missing picture.
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

/** Converts a picture embedded as text in the clipboard to a file; undefined if the text is not one. */
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
