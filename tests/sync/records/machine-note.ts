import * as z from 'zod/mini'
import { EntityId, Instant } from '#contract/kernel/fields.ts'
import { defineVisitPart } from '#contract/records/record.ts'

/** A note that the desk leaves for the room of the machine. */
export const MachineNoteRow = z.object({
  id: EntityId,
  rev: z.int(),
  appt_id: EntityId,
  note: z.string(),
  written_by: z.string(),
  created: Instant,
})
export type MachineNoteRow = z.output<typeof MachineNoteRow>

export const machineNoteRecord = defineVisitPart({
  type: 'machine_note',
  body: MachineNoteRow,
  stored: { table: 'machine_note' },
  copies: { table: 'machineNotes', since: 8 },
})
