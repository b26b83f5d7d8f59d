import type { Matrix } from './open-matrix.ts'
import type { Outcome } from './outcome.ts'
import { type Column, PEOPLE } from './people.ts'
import type { Row } from './rows.ts'
import type { Judged } from './snapshot.ts'

/** The number of connections of the server to its database. */
const AT_ONCE = 5

/** Calls every row as every person. */
export async function judge(matrix: Matrix, rows: readonly Row[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const row of rows) {
    const outcomes = new Map<Column, Outcome>()
    for (let at = 0; at < PEOPLE.length; at += AT_ONCE)
      await Promise.all(
        PEOPLE.slice(at, at + AT_ONCE).map(async ({ column }) => {
          outcomes.set(column, await matrix.outcomeOf(row, column))
        }),
      )
    judged.push({
      row,
      outcomes: new Map(PEOPLE.map(({ column }) => [column, outcomes.get(column) as Outcome])),
    })
  }
  return judged
}
