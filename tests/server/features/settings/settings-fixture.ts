import { expect } from 'vitest'
import type { Answer, ApiUser, DemoServer } from '../open-demo.ts'

/** Collects the answers that browsers received, to search them for secrets. */
export class Answers {
  readonly #bodies: string[] = []

  /** Returns the desk with every answer recorded. */
  watch(desk: ApiUser): ApiUser {
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

  /** Throws if an answer contains one of the secrets, or a sealed form of one. */
  expectWithout(secrets: readonly string[]): void {
    for (const body of this.#bodies) {
      for (const secret of secrets) expect(body).not.toContain(secret)
      expect(body).not.toContain('$sealed$')
    }
    expect(this.#bodies.length).toBeGreaterThan(5)
  }
}

/** Throws if one of the secrets is readable in the tables of settings or in their audit trail. */
export async function expectNotStored({ db }: DemoServer, secrets: readonly string[]): Promise<void> {
  for (const table of ['pacs', 'branch', 'client_setting', 'audit_trail', 'command_log', 'change_feed']) {
    const { rows } = await db.admin.query<{ row: string }>(`select t::text as row from ${table} t`)
    const whole = rows.map(({ row }) => row).join('\n')
    for (const secret of secrets) expect(whole, `${table} holds a secret`).not.toContain(secret)
  }
}
