import { v7 as mintId } from 'uuid'
import { MEDIA_TYPES, sniff } from '#domain/file/sniff.ts'
import { keepFile } from '../files/keep-file.ts'
import { enqueue } from '../outbox/make/enqueue.ts'
import { dependsOnVisit } from './depends-on-visit.ts'

/** A document that a user chose, checked by the rules of domain/file. */
export interface NewVisitDocument {
  visit: { id: string; rev: number }
  tagId: string
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Stores the file first, then the document that names it: neither is lost offline. Returns the document's id. */
export async function addVisitDocument({ visit, tagId, name, bytes }: NewVisitDocument): Promise<string> {
  const fileId = await keepFile(documentFile(bytes), 'visit_document', visit.id)
  const id = mintId()
  const input = { id, appt_id: visit.id, tag_id: tagId, file_id: fileId, name: name.slice(0, 200) }
  await enqueue('appt/addDocument', input, { label: 'Add document', depends: await dependsOnVisit(visit) })
  return id
}

/** The bytes of a document as a file: the type comes from the bytes, not from the name. */
export function documentFile(bytes: Uint8Array<ArrayBuffer>): Blob {
  const kind = sniff(bytes)
  return new Blob([bytes], { type: kind ? MEDIA_TYPES[kind] : 'application/octet-stream' })
}

/** Deletes a document of a visit; only for its uploader. */
export async function deleteVisitDocument(id: string): Promise<void> {
  await enqueue('appt/deleteDocument', { id }, { label: 'Delete document' })
}
