import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { FeedGround } from './ground.ts'

/**
 * The control: a feed whose positions come from a sequence, read by `n > last`. A sequence numbers a row when
 * it is written and not when it is committed, so a reader skips rows of open transactions.
 */
export class NaiveCursor {
  readonly seen = new Set<string>()
  readonly #ground: FeedGround
  #last = 0

  constructor(ground: FeedGround) {
    this.#ground = ground
  }

  async make(): Promise<void> {
    const { admin } = this.#ground
    await admin.query('create table naive_feed (n bigserial primary key, id uuid not null)')
    await admin.query('grant select, insert on naive_feed to readroom_app')
    await admin.query('grant usage on sequence naive_feed_n_seq to readroom_app')
  }

  /** Writes rows in the present transaction. */
  async note(tx: Tx, ids: readonly string[]): Promise<void> {
    await sql`insert into naive_feed (id) select unnest(${[...ids]}::uuid[])`.execute(tx)
  }

  async read(): Promise<void> {
    for (;;) {
      const { rows } = await this.#ground.admin.query<{ n: string; id: string }>(
        'select n, id from naive_feed where n > $1 order by n limit 2000',
        [this.#last],
      )
      for (const { id } of rows) this.seen.add(id)
      this.#last = Number(rows.at(-1)?.n ?? this.#last)
      if (rows.length < 2000) return
    }
  }
}
