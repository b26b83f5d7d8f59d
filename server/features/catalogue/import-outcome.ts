import type { ImportOutcome } from '#contract/calls/excel-import.ts'

/** A row of an imported sheet: its content, or the rules that it breaks. */
export interface ToImport<Row> {
  id: string
  row?: Row | undefined
  faults?: readonly string[] | undefined
}

/** Returns the outcome of a part; valid rows whose ids are not stored were refused with the message `taken`. */
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

/** Returns the closing message of an import; `role` is the name of the role that people were given. */
export const importMessage = (created: number, role?: string): string =>
  created === 0 ? 'Nothing was added' : role === undefined ? 'Added' : `Added with the role "${role}"`
