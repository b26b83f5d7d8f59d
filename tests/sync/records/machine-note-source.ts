import { sql } from 'kysely'
import type { VisitPartType } from '#contract/records/records.ts'
import { visitPartSource } from '#server/features/visits/public/reading/part-source.ts'
import type { MachineNoteRow } from './machine-note.ts'

/** Notes for the machine's room are synced with their visit. */
export const machineNoteSource = visitPartSource(
  'machine_note' as VisitPartType,
  async (tx, _caller, ids) => {
    const { rows } = await sql<MachineNoteRow>`
    select id, rev, visit_id as appt_id, note, written_by, to_char(created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created
    from machine_note where id = any(${[...ids]}::uuid[])`.execute(tx)
    return rows as never
  },
)
