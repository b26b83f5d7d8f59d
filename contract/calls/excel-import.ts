import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, text } from '../kernel/fields.ts'

const common = { method: 'POST', access: 'session', offline: { kind: 'never' } } as const

/** Rows of one call; a longer sheet is sent in parts, each exactly once by the ids of its rows. */
export const IMPORT_CHUNK = 1_000

/** A cell of the sheet, trimmed (docs/masters.md#lists); domain/masters parses it on both sides. */
const Cell = z.optional(text(500))
/** Minted on the device, so that resending a part creates no second record; the server mints a missing one. */
const id = z.optional(EntityId)

const recordsOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.array(row).check(z.minLength(1, 'There is no records!'), z.maxLength(IMPORT_CHUNK))

/** The result of a part: how many rows are stored, and which failed and why. `row` counts from 0 within the part. */
const Outcome = z.object({
  message: z.string(),
  result: z.object({
    created: z.int(),
    refused: z.array(z.object({ row: z.int(), message: z.string() })),
  }),
})
export type ImportOutcome = z.output<typeof Outcome>['result']

const ServiceCells = z.strictObject({
  id,
  name: Cell,
  code: Cell,
  charges: Cell,
  tat: Cell,
  default_refdr_charges: Cell,
  default_refdr_charges_type: Cell,
  is_outsourced: Cell,
  // A device with an older page sends none.
  points: z.optional(Cell),
})

const RefDoctorCells = z.strictObject({
  id,
  fname: Cell,
  lname: Cell,
  mobile: Cell,
  email: Cell,
  ref_dr_area: Cell,
  address: Cell,
})

/** Sheets of many records at once, for the client's administrator only (docs/masters.md#people, docs/masters.md#departments-services-machines, docs/masters.md#lists). */
export const importCalls = {
  services: defineCall({
    ...common,
    key: 'master/createServicesMulti',
    base: 'php',
    path: 'master/createServicesMulti',
    input: z.strictObject({
      department_id: EntityId,
      /** For radiology only. */
      type: z.optional(z.enum(['Exam_Service', 'Exam_Consumable'])),
      /** Branches that use the sheet's charge as their own. */
      branch_ids: z._default(z.array(EntityId).check(z.maxLength(500)), []),
      records: recordsOf(ServiceCells),
    }),
    output: Outcome,
  }),
  refDoctors: defineCall({
    ...common,
    key: 'user/createRefDoctorsMulti',
    base: 'api',
    path: 'user/createRefDoctorsMulti',
    input: z.strictObject({
      ref_doctor_type: z.enum(['Doctor', 'Hospital']),
      records: recordsOf(RefDoctorCells),
    }),
    output: Outcome,
  }),
}
