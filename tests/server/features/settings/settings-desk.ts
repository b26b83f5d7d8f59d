import { expect } from 'vitest'
import type { Answer, DemoServer, Desk } from '../open-demo.ts'

/** Answers that were given to browsers, to look for what must never be in them. */
export class Answers {
  readonly #bodies: string[] = []

  /** The desk with every answer noted. */
  watch(desk: Desk): Desk {
    const note = async (asked: Promise<Answer>) => {
      const answer = await asked
      this.#bodies.push(JSON.stringify(answer.body))
      return answer
    }
    return {
      ...desk,
      get: (path, query) => note(desk.get(path, query)),
      post: (path, body, headers) => note(desk.post(path, body, headers)),
    }
  }

  /** Fails where one of the secrets, or a sealed form of one, stands in an answer. */
  expectWithout(secrets: readonly string[]): void {
    for (const body of this.#bodies) {
      for (const secret of secrets) expect(body).not.toContain(secret)
      expect(body).not.toContain('$sealed$')
    }
    expect(this.#bodies.length).toBeGreaterThan(5)
  }
}

/** Fails where one of the secrets stands readable anywhere in the tables that hold settings or their trail. */
export async function expectNotStored({ db }: DemoServer, secrets: readonly string[]): Promise<void> {
  for (const table of ['pacs', 'branch', 'client_setting', 'audit_trail', 'command_log', 'change_feed']) {
    const { rows } = await db.admin.query<{ row: string }>(`select t::text as row from ${table} t`)
    const whole = rows.map(({ row }) => row).join('\n')
    for (const secret of secrets) expect(whole, `${table} holds a secret`).not.toContain(secret)
  }
}
