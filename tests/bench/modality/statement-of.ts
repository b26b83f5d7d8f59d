import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { hintOf } from '#server/features/modality-worklist/query-hint.ts'
import { worklistSelection } from '#server/features/modality-worklist/store.ts'
import type { Question } from '#tests/helpers/archive/ask-machine.ts'

/** Compiles a statement without sending it. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (one) => new PostgresIntrospector(one),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Returns the worklist's SQL for a query. */
export function statementOf(
  clientId: string,
  { aet, keys = {}, step = {} }: Omit<Question, 'port'>,
): { text: string; values: unknown[] } {
  const hint = hintOf({ ...keys, ScheduledProcedureStepSequence: [step] })
  const question = { clientId, calling: aet, ...hint }
  const { sql, parameters } = worklistSelection(question, new Date()).compile(compiler)
  return { text: sql, values: [...parameters] }
}
