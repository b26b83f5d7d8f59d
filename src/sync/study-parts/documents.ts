import { v7 as mintId } from 'uuid'
import { MEDIA_TYPES, sniff } from '#domain/file/sniff.ts'
import { keepFile } from '../files/keep-file.ts'
import { enqueue } from '../outbox/make/enqueue.ts'

/** A document that a user chose, checked by the rules of domain/file. */
export interface NewDocument {
  studyId: string
  tagId: string
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Stores the file first, then the document that names it: neither is lost offline. Returns the document's id. */
export async function addDocument({ studyId, tagId, name, bytes }: NewDocument): Promise<string> {
  const kind = sniff(bytes)
  // The type comes from the bytes, not from the name.
  const file = new Blob([bytes], { type: kind ? MEDIA_TYPES[kind] : 'application/octet-stream' })
  const fileId = await keepFile(file, 'document', studyId)
  const id = mintId()
  const input = { id, study_id: studyId, tag_id: tagId, file_id: fileId, name: name.slice(0, 200) }
  await enqueue('addStudyDocument', input, { label: 'Add document' })
  return id
}

/** Deletes a document; only for its uploader. */
export async function deleteDocument(document: { id: string; study_id: string }): Promise<void> {
  const { id, study_id } = document
  await enqueue('deleteStudyDocument', { id, study_id }, { label: 'Delete document' })
}
