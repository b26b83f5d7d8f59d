import { Client } from 'pg'
import { beginHistory } from '#server/kernel/backup/begin-history.ts'
import { type Database, openDatabase } from '#server/kernel/database/open-database.ts'
import { runAsAdmin, withDatabase } from '#tests/helpers/database/template-database.ts'

/** The addresses of the laboratory's database, for copying it. */
export interface DatabaseAddresses {
  /** The cluster's superuser. */
  adminUrl: string
  /** The application's login, in the database. */
  url: string
  poolMax: number
}

/** Copies the laboratory's database, and replaces it with the copy. Nobody may be connected during this. */
export class Backup {
  readonly #place: DatabaseAddresses
  readonly #name: string
  #made: Date | undefined

  constructor(place: DatabaseAddresses) {
    this.#place = place
    this.#name = /\/([^/?@]+)(\?|$)/.exec(place.url)?.[1] ?? ''
  }

  async make(now: Date): Promise<void> {
    await this.drop()
    await this.#copy(this.#name, this.#copyName)
    this.#made = now
  }

  /** Replaces the database with the copy and begins a new epoch, as npm run restore does. */
  async putBack(now: Date): Promise<void> {
    const made = this.#made
    if (!made) throw new Error('there is no backup to put back')
    const { adminUrl } = this.#place
    await this.#run(`drop database ${this.#name} with (force)`)
    await this.#copy(this.#copyName, this.#name)
    const client = new Client({ connectionString: withDatabase(adminUrl, this.#name) })
    await client.connect()
    await beginHistory(client, { made, now })
    await client.end()
  }

  open(): Promise<Database> {
    const { url, poolMax } = this.#place
    return openDatabase({ url, poolMax })
  }

  drop(): Promise<void> {
    return this.#run(`drop database if exists ${this.#copyName} with (force)`)
  }

  get #copyName(): string {
    return `${this.#name}_backup`
  }

  #copy(from: string, to: string): Promise<void> {
    const how = 'strategy file_copy owner readroom_migration'
    return this.#run(`create database ${to} template ${from} ${how}`)
  }

  // From another database, because a connection cannot drop its own.
  #run(statement: string): Promise<void> {
    return runAsAdmin(withDatabase(this.#place.adminUrl, 'postgres'), statement)
  }
}
