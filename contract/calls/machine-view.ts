import * as z from 'zod/mini'
import { SERVICE_STATUSES } from '#domain/status/service-status.ts'
import { WORKLIST_REASONS } from '#domain/study/worklist-reasons.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant, requiredText, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'

/** A title by which a machine announces itself. */
const CallingTitle = requiredText(16)
const Reason = z.enum(WORKLIST_REASONS)

/** A title that machines of the client have or had, or that asked. */
export const MachineTitle = z.object({
  aet: z.string(),
  /** Its machines with their branches, active ones. */
  machines: z.array(z.string()),
  /** When it last asked for its worklist; null where it never did. */
  last_seen: z.nullable(Instant),
})
export type MachineTitle = z.output<typeof MachineTitle>

/**
 * An attribute of an item as the machine gets it, in the letters of its character set. Attributes of a sequence stand behind
 * its keyword and a dot.
 */
export const GivenValue = z.object({
  keyword: z.string(),
  value: z.string(),
  /** What stands here where the machine gets it cut or in other letters; null where it gets it as it is. */
  here: z.nullable(z.string()),
})
export type GivenValue = z.output<typeof GivenValue>

/** An examination on the worklist, with the attributes that the machine asks for. */
export const GivenItem = z.object({ id: EntityId, values: z.array(GivenValue) })
export type GivenItem = z.output<typeof GivenItem>

/** An examination that a person looks for: what it is, and why the machine is not given it. */
export const SoughtExam = z.object({
  id: EntityId,
  name: z.string(),
  patient: z.string(),
  pat_id: z.string(),
  visit_no: z.string(),
  accession_no: z.string(),
  branch: z.string(),
  /** Machine, its title and modality; empty where it has none. */
  machine: z.string(),
  aet: z.string(),
  modality: z.string(),
  status: z.union(SERVICE_STATUSES.map((status) => z.literal(status))),
  start_dt: Instant,
  /** The zone of the branch: days of a worklist are its. */
  time_zone: z.string(),
  /** None where the machine is given it. */
  reasons: z.array(Reason),
  /** What of it cannot be written as DICOM; empty where everything can. */
  detail: z.string(),
})
export type SoughtExam = z.output<typeof SoughtExam>

export const MachineView = z.object({
  /** Why the machine is given nothing at all; none where it is answered. */
  refusals: z.array(Reason),
  /** What is asked for, by keyword. */
  question: z.array(z.object({ keyword: z.string(), value: z.string() })),
  /** When the machine itself asked this; null for a question that a person put together. */
  asked: z.nullable(Instant),
  /** The machine was never heard: it is answered with all attributes. */
  is_unheard: Flag,
  /** Specific Character Set of its answers; empty for ASCII alone. */
  character_set: z.string(),
  /** Items that it is given; the first of them stand in `items`. */
  count: z.int(),
  items: z.array(GivenItem),
  /** Items that match and cannot be written. */
  left_out: z.int(),
  /** The examinations of the number that is looked for; null where none is. */
  sought: z.nullable(z.array(SoughtExam)),
})
export type MachineView = z.output<typeof MachineView>

const common = { access: 'manage_masters', base: 'api', offline: { kind: 'never' } } as const

/** What a machine would be given as its worklist now, and why not more (docs/decisions/332). */
export const machineViewCalls = {
  machineTitles: defineCall({
    ...common,
    method: 'GET',
    key: 'interfaces/machineTitles',
    path: 'interfaces/machineTitles',
    input: z.strictObject({}),
    output: resultOf(z.array(MachineTitle)),
  }),
  machineView: defineCall({
    ...common,
    method: 'POST',
    key: 'interfaces/machineView',
    path: 'interfaces/machineView',
    input: z.strictObject({
      aet: CallingTitle,
      /** The question that the machine asked last, as it asked it; 0: the question of the fields below. */
      as_asked: z._default(Flag, 0),
      day: z.optional(Day),
      modality: z.optional(text(16)),
      pat_id: z.optional(text(64)),
      accession_no: z.optional(text(64)),
      /** Only examinations at machines of this title. */
      own_title: z._default(Flag, 0),
      /** An accession, patient or visit number whose examinations are looked for, as it was typed or in capitals. */
      number: z.optional(text(64)),
    }),
    output: resultOf(MachineView),
  }),
}
