import * as z from 'zod/mini'
import {
  MACHINE_LETTERS,
  MACHINE_SET_VALUES,
  MISSING_LETTERS_VALUES,
} from '#domain/study/dicom/machine-letters.ts'
import { defineCall } from '../kernel/define-call.ts'
import { resultOf } from '../kernel/paging.ts'
import { common } from './settings-fields.ts'

const keptOfMachine = {
  /** Values of Specific Character Set; empty: as the machine requests. */
  character_set: z.enum(MACHINE_SET_VALUES, 'is not a character set of the list'),
  missing_letters: z.enum(MISSING_LETTERS_VALUES),
  /** Longest text in letters; null: DICOM's own limit. */
  max_letters: z.nullable(
    z
      .int('must be a whole number')
      .check(
        z.gte(MACHINE_LETTERS.min, `is at least ${MACHINE_LETTERS.min}`),
        z.lte(MACHINE_LETTERS.max, `is at most ${MACHINE_LETTERS.max}`),
      ),
  ),
} as const

/** A machine that queried its worklist: data from its queries, and how to respond to it. */
export const MachineProfileRecord = z.object({
  /** Its own title. */
  aet: z.string(),
  rev: z.int(),
  address: z.string(),
  asked_set: z.string(),
  /** Longest PDU that it accepts, in bytes; 0 if it names none. */
  pdu_max: z.int(),
  return_keys: z.array(z.string()),
  /** The number of its queries. */
  asked: z.int(),
  first_seen: z.string(),
  last_seen: z.string(),
  ...keptOfMachine,
})
export type MachineProfileRecord = z.output<typeof MachineProfileRecord>

/** Settings for responses to machines that query their worklist. */
export const machineProfileCalls = {
  machineProfiles: defineCall({
    ...common,
    key: 'client/machineProfiles',
    module: 'appointment_system',
    base: 'api',
    method: 'GET',
    path: 'client/machineProfiles',
    input: z.strictObject({}),
    output: resultOf(z.array(MachineProfileRecord)),
  }),
  saveMachineProfile: defineCall({
    ...common,
    key: 'client/saveMachineProfile',
    module: 'appointment_system',
    base: 'api',
    method: 'POST',
    path: 'client/saveMachineProfile',
    input: z.strictObject({
      aet: z.string().check(z.minLength(1), z.maxLength(16)),
      rev: z.int(),
      ...keptOfMachine,
    }),
    output: resultOf(MachineProfileRecord),
  }),
} as const
