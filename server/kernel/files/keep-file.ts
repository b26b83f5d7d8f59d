import { createHash } from 'node:crypto'
import type { Database } from '../database/open-database.ts'
import type { FileStore } from './file-store.ts'
import type { FilePurpose } from './purposes.ts'

/** A file to store: its bytes are already checked. */
export interface FileToKeep {
  clientId: string
  id: string
  purpose: FilePurpose
  ownerId?: string | undefined
  createdBy?: string | undefined
  name: string
  mime: string
  bytes: Buffer
  /** Hash of what was sent, if `bytes` were derived from it: identifies a repeated upload. */
  sourceSha256?: Buffer
}

export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** Stores a file: its bytes first and durably, then its row, so that a row never names missing bytes. */
export async function keepFile(database: Database, store: FileStore, file: FileToKeep): Promise<void> {
  const hash = sha256(file.bytes)
  await store.put(hash, file.bytes)
  await database.tenant(file.clientId, (tx) =>
    tx
      .insertInto('file')
      .values({
        client_id: file.clientId,
        id: file.id,
        sha256: hash,
        source_sha256: file.sourceSha256 ?? hash,
        mime: file.mime,
        bytes: file.bytes.length,
        name: file.name,
        purpose: file.purpose,
        owner_id: file.ownerId ?? null,
        created_by: file.createdBy ?? null,
      })
      .onConflict((on) => on.columns(['client_id', 'id']).doNothing())
      .execute(),
  )
}
