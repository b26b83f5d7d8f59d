import { type RawBuilder, sql } from 'kysely'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'

/** A stored document; `owner_id` is the id of its study or visit. */
export interface StoredDocument {
  client_id: string
  id: string
  rev: number
  owner_id: string
  /** Null if it came with a booking request. */
  tag_id: string | null
  file_id: string
  name: string
  is_image: boolean
  uploaded_by: string
  created: Date
  hidden: Date | null
}

/** A document or a laboratory result, with the names of its tag and uploader. */
export interface NamedDocument extends Omit<StoredDocument, 'uploaded_by'> {
  is_result: boolean
  uploaded_by: string | null
  user_name: string | null
  tag_name: string | null
}

/** The document tables have the same columns, except for the owner's. */
export interface DocumentOwner {
  table: 'study_document' | 'visit_document'
  owner: 'study_id' | 'visit_id'
  /** Names of the document and of its owner in the audit trail. */
  audited: { entity: 'document' | 'visit_document'; owner: 'study_id' | 'appt_id' }
  /** The relation to read: the documents together with everything that is shown among them. */
  shown: RawBuilder<unknown>
}

/** Documents of studies, or of visits. `Body` is the wire format of one. */
export class DocumentTable<Body> {
  readonly place: DocumentOwner
  readonly #bodyOf: (document: NamedDocument) => Body

  constructor(place: DocumentOwner, bodyOf: (document: NamedDocument) => Body) {
    this.place = place
    this.#bodyOf = bodyOf
  }

  /** Returns documents in wire format, without checking rights. */
  async byId(tx: Tx, ids: readonly string[]): Promise<Body[]> {
    return ids.length === 0 ? [] : this.#read(tx, sql`d.id = any(${[...ids]}::uuid[])`)
  }

  /** Returns the visible documents of an owner, oldest first. */
  ofOwner(tx: Tx, ownerId: string): Promise<Body[]> {
    return this.#read(tx, sql`${this.#owner} = ${ownerId} and d.hidden is null`)
  }

  /**
   * Returns the document with that id, including deleted ones; excludes laboratory results, which nobody can change.
   */
  async find(tx: Tx, clientId: string, id: string): Promise<StoredDocument | undefined> {
    const { rows } = await sql<StoredDocument>`
      select d.*, ${this.#owner} as owner_id from ${this.#table} d
      where d.client_id = ${clientId} and d.id = ${id}`.execute(tx)
    return rows[0]
  }

  async insert(tx: Tx, row: Omit<StoredDocument, 'rev' | 'hidden'>): Promise<void> {
    await sql`
      insert into ${this.#table}
        (client_id, id, ${sql.ref(this.place.owner)}, tag_id, file_id, name, is_image, uploaded_by, created)
      values (${row.client_id}, ${row.id}, ${row.owner_id}, ${row.tag_id}, ${row.file_id}, ${row.name}, ${row.is_image},
        ${row.uploaded_by}, ${row.created})`.execute(tx)
  }

  /** Hides a document and returns its new revision; the row is kept for the record. */
  async hide(
    tx: Tx,
    { clientId, userId }: Caller,
    id: string,
    now: Date,
  ): Promise<{ id: string; rev: number }> {
    const { rows } = await sql<{ id: string; rev: number }>`
      update ${this.#table} set hidden = ${now}, hidden_by_id = ${userId}, rev = rev + 1
      where client_id = ${clientId} and id = ${id} returning id, rev`.execute(tx)
    const [hidden] = rows
    if (!hidden) throw new Error('a document that was just found is not there')
    return hidden
  }

  get #table() {
    return sql.table(this.place.table)
  }

  get #owner() {
    return sql.ref(`d.${this.place.owner}`)
  }

  async #read(tx: Tx, where: RawBuilder<unknown>): Promise<Body[]> {
    // Tags belong to the platform; older documents use tags of their own client.
    const { rows } = await sql<NamedDocument>`
      select d.*, ${this.#owner} as owner_id, u.name as user_name, t.name as tag_name from ${this.place.shown} d
      left join app_user u on u.client_id = d.client_id and u.id = d.uploaded_by
      left join document_tag t on t.id = d.tag_id and t.client_id in (d.client_id, ${PLATFORM_CLIENT_ID})
      where ${where} order by d.created, d.id`.execute(tx)
    return rows.map(this.#bodyOf)
  }
}
