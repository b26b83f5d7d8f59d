import * as z from 'zod/mini'
import { SERVICE_STATUSES } from '#domain/status/service-status.ts'
import { WORKLIST_REASONS } from '#domain/study/dicom/worklist-reasons.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant, requiredText, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'

/** The AE title of a calling machine. */
const CallingTitle = requiredText(16)
const Reason = z.enum(WORKLIST_REASONS)

/** An AE title that machines of the client have or had, or that sent a query. */
export const MachineTitle = z.object({
  aet: z.string(),
  /** Its active machines with their branches. */
  machines: z.array(z.string()),
  /** When it last queried its worklist; null if it never did. */
  last_seen: z.nullable(Instant),
})
export type MachineTitle = z.output<typeof MachineTitle>

/**
 * An attribute of an item as the machine gets it, in the letters of its character set. Attributes of a sequence are
 * prefixed with its keyword and a dot.
 */
export const GivenValue = z.object({
  keyword: z.string(),
  value: z.string(),
  /** The original value if the machine gets it truncated or in other letters; null if it gets it unchanged. */
  here: z.nullable(z.string()),
})
export type GivenValue = z.output<typeof GivenValue>

/** An examination on the worklist, with the attributes that the machine asks for. */
export const GivenItem = z.object({ id: EntityId, values: z.array(GivenValue) })
export type GivenItem = z.output<typeof GivenItem>

/** An examination that a person searches for: its data, and why the machine does not get it. */
export const SoughtExam = z.object({
  id: EntityId,
  name: z.string(),
  patient: z.string(),
  pat_id: z.string(),
  visit_no: z.string(),
  accession_no: z.string(),
  branch: z.string(),
  /** Machine, its title and modality; empty if it has none. */
  machine: z.string(),
  aet: z.string(),
  modality: z.string(),
  status: z.union(SERVICE_STATUSES.map((status) => z.literal(status))),
  start_dt: Instant,
  /** The zone of the branch, which defines the days of a worklist. */
  time_zone: z.string(),
  /** Empty if the machine gets it. */
  reasons: z.array(Reason),
  /** The part that cannot be encoded as DICOM; empty if everything can. */
  detail: z.string(),
})
export type SoughtExam = z.output<typeof SoughtExam>

export const MachineView = z.object({
  /** Why the machine gets nothing at all; empty if it gets a response. */
  refusals: z.array(Reason),
  /** The query, by keyword. */
  question: z.array(z.object({ keyword: z.string(), value: z.string() })),
  /** When the machine itself sent this query; null for a query composed by a person. */
  asked: z.nullable(Instant),
  /** The machine was never heard: the response has all attributes. */
  is_unheard: Flag,
  /** Specific Character Set of its responses; empty for pure ASCII. */
  character_set: z.string(),
  /** Number of items that it gets; the first of them are in `items`. */
  count: z.int(),
  items: z.array(GivenItem),
  /** Matching items that cannot be encoded. */
  left_out: z.int(),
  /** The examinations of the searched number; null if none is searched. */
  sought: z.nullable(z.array(SoughtExam)),
})
export type MachineView = z.output<typeof MachineView>

const common = { access: 'manage_masters', base: 'api', offline: { kind: 'never' } } as const

/** What a machine would get as its worklist now, and why not more (docs/decisions/332). */
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
      /** The machine's last query, as sent; 0: the query of the fields below. */
      as_asked: z._default(Flag, 0),
      day: z.optional(Day),
      modality: z.optional(text(16)),
      pat_id: z.optional(text(64)),
      accession_no: z.optional(text(64)),
      /** Only examinations on machines of this title. */
      own_title: z._default(Flag, 0),
      /** An accession, patient or visit number whose examinations are searched, as typed or in capitals. */
      number: z.optional(text(64)),
    }),
    output: resultOf(MachineView),
  }),
}
