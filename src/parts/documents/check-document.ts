import { type FileRefusal, refuseFileBytes, refuseNamedFile } from '#domain/file/limits.ts'

export type CheckedDocument =
  | { ok: true; bytes: Uint8Array<ArrayBuffer> }
  | { ok: false; refusal: FileRefusal }

/** Reads a chosen file and checks it: by its name and size, then by its bytes. */
export async function checkDocument(file: File): Promise<CheckedDocument> {
  const named = refuseNamedFile('document', file)
  if (named) return { ok: false, refusal: named }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const refusal = refuseFileBytes('document', bytes)
  return refusal ? { ok: false, refusal } : { ok: true, bytes }
}
