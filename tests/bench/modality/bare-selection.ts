import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { Question } from '#tests/helpers/archive/ask-machine.ts'
import { statementOf } from './statement-of.ts'

/** Runs the selection of a query alone, as the role and in the tenant of the worklist, with its statement prepared. */
export function bareSelection(
  admin: Client,
  clientId: string,
  question: Omit<Question, 'port'>,
): () => Promise<void> {
  const selection = statementOf(clientId, question)
  const name = createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 32)
  const statement = { name, ...selection }
  return async () => {
    await admin.query(`begin; set local role readroom_app; set local app.client_id = '${clientId}'`)
    await admin.query(statement)
    await admin.query('commit')
  }
}
