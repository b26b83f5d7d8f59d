import type { Matrix } from './open-matrix.ts'
import { PEOPLE } from './people.ts'
import type { Row } from './rows.ts'
import type { Judged } from './snapshot.ts'

/** Asks every row as everybody. */
export async function judge(matrix: Matrix, rows: readonly Row[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const row of rows) {
    const answers = await Promise.all(PEOPLE.map(({ column }) => matrix.outcomeOf(row, column)))
    judged.push({ row, outcomes: new Map(PEOPLE.map(({ column }, i) => [column, answers[i] as never])) })
  }
  return judged
}
