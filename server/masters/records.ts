import { recordOf } from './columns.ts'
import type { MountedMaster, Reading, StoredRow } from './hooks.ts'

/** A master's record as it travels, completed by its hook. */
export type MasterRecordBody = Record<string, unknown>

/** The rows as records, in their order. */
export async function recordsOf(
  { master, hooks }: MountedMaster,
  rows: readonly StoredRow[],
  reading: Reading,
): Promise<MasterRecordBody[]> {
  const completed = rows.length > 0 ? await hooks.complete?.(rows, reading) : undefined
  return rows.map((row) => ({ ...recordOf(master, row), ...completed?.get(row.id) }))
}

/** One row as its record. */
export async function oneRecordOf(
  mounted: MountedMaster,
  row: StoredRow,
  reading: Reading,
): Promise<MasterRecordBody> {
  const [record] = await recordsOf(mounted, [row], reading)
  return record as MasterRecordBody
}
