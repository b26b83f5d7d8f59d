import { type RawBuilder, sql } from 'kysely'
import type { CommentType } from '#domain/study/comment-types.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'

/** A stored comment; `owner_id` is the id of its study or visit. */
export interface StoredComment {
  client_id: string
  id: string
  rev: number
  owner_id: string
  type: string
  comment: string
  comment_by: string
  is_dr_comment: boolean
  created: Date
  hidden: Date | null
}

/** The fields common to comments of studies and of visits. */
export interface CommentFields {
  id: string
  rev: number
  comment: string
  type: CommentType
  comment_by: string
  comment_by_id: string
  created: string
  is_dr_comment: 0 | 1
}

/** The comment tables have the same columns, except for the owner's. */
export interface CommentOwner {
  table: 'study_comment' | 'visit_comment'
  owner: 'study_id' | 'visit_id'
  /** Names of the comment and of its owner in the audit trail. */
  audited: { entity: 'comment' | 'visit_comment'; owner: 'study_id' | 'appt_id' }
}

/** Comments of studies, or of visits. `Body` is the wire format of one. */
export class CommentTable<Body> {
  readonly place: CommentOwner
  readonly #bodyOf: (fields: CommentFields, ownerId: string) => Body

  constructor(place: CommentOwner, bodyOf: (fields: CommentFields, ownerId: string) => Body) {
    this.place = place
    this.#bodyOf = bodyOf
  }

  /** Returns comments in wire format, without checking rights. */
  async byId(tx: Tx, ids: readonly string[]): Promise<Body[]> {
    return ids.length === 0 ? [] : this.#read(tx, sql`c.id = any(${[...ids]}::uuid[])`)
  }

  /** Returns the visible comments of an owner, of all types or of one, oldest first. */
  ofOwner(tx: Tx, ownerId: string, type?: CommentType): Promise<Body[]> {
    const ofType = type === undefined ? sql`true` : sql`c.type = ${type}`
    return this.#read(tx, sql`${this.#owner('c')} = ${ownerId} and c.hidden is null and ${ofType}`)
  }

  /** Returns the comment with that id, including deleted ones. */
  async find(tx: Tx, clientId: string, id: string): Promise<StoredComment | undefined> {
    const { rows } = await sql<StoredComment>`
      select c.*, ${this.#owner('c')} as owner_id from ${this.#table} c
      where c.client_id = ${clientId} and c.id = ${id}`.execute(tx)
    return rows[0]
  }

  async insert(tx: Tx, row: Omit<StoredComment, 'rev' | 'hidden'>): Promise<void> {
    await sql`
      insert into ${this.#table} (client_id, id, ${sql.ref(this.place.owner)}, type, comment, comment_by, is_dr_comment, created)
      values (${row.client_id}, ${row.id}, ${row.owner_id}, ${row.type}, ${row.comment}, ${row.comment_by},
        ${row.is_dr_comment}, ${row.created})`.execute(tx)
  }

  /** Hides a comment and returns its new revision; the row is kept for the record. */
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
    if (!hidden) throw new Error('a comment that was just found is not there')
    return hidden
  }

  get #table() {
    return sql.table(this.place.table)
  }

  #owner(alias: string) {
    return sql.ref(`${alias}.${this.place.owner}`)
  }

  async #read(tx: Tx, where: RawBuilder<unknown>): Promise<Body[]> {
    const { rows } = await sql<StoredComment & { name: string | null }>`
      select c.*, ${this.#owner('c')} as owner_id, u.name from ${this.#table} c
      left join app_user u on u.client_id = c.client_id and u.id = c.comment_by
      where ${where} order by c.created, c.id`.execute(tx)
    return rows.map((row) => this.#bodyOf(fieldsOf(row), row.owner_id))
  }
}

function fieldsOf(row: StoredComment & { name: string | null }): CommentFields {
  return {
    id: row.id,
    rev: row.rev,
    comment: row.comment,
    type: row.type as CommentType,
    comment_by: row.name ?? '',
    comment_by_id: row.comment_by,
    created: row.created.toISOString(),
    is_dr_comment: row.is_dr_comment ? 1 : 0,
  }
}
