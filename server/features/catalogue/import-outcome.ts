import type { ImportOutcome } from '#contract/calls/excel-import.ts'

/** A row of a sheet on its way in: what it says, or the rules that it breaks. */
export interface ToImport<Row> {
  id: string
  row?: Row | undefined
  faults?: readonly string[] | undefined
}

/** What came of a part: rows that broke no rule and stand nowhere were refused for `taken`. */
export function outcomeOf(
  read: readonly ToImport<unknown>[],
  standing: ReadonlySet<string>,
  taken: string,
): ImportOutcome {
  const refused = read.flatMap(({ id, faults }, row) => {
    if (faults) return [{ row, message: faults.join('; ') }]
    return standing.has(id) ? [] : [{ row, message: taken }]
  })
  return { created: read.length - refused.length, refused }
}

/** What an import says at its end; `role` names the one that people were given. */
export const importMessage = (created: number, role?: string): string =>
  created === 0 ? 'Nothing was added' : role === undefined ? 'Added' : `Added with the role "${role}"`
