import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId } from '../kernel/fields.ts'
import { futureReceipts, SalesRange, wholeRange } from './sales-filters.ts'
import { figuresOf } from './sales-records.ts'

const common = {
  module: 'bi_report',
  base: 'php',
  method: 'GET',
  access: 'bi_report',
  offline: { kind: 'never' },
} as const

/** The progress of the examinations of started visits; cancelled ones are not counted (docs/decisions/194). */
const Cases = { ongoing: z.int(), completed: z.int(), cases: z.int() } as const

export const MachineCases = z.object({
  /** Null for examinations without a machine. */
  machine_id: z.nullable(EntityId),
  machine: z.string(),
  branch_id: z.nullable(EntityId),
  branch: z.string(),
  department_id: z.nullable(EntityId),
  department: z.string(),
  ...Cases,
})
export type MachineCases = z.output<typeof MachineCases>

export const ReferrerCases = z.object({
  /** Null for cases that nobody referred. */
  ref_dr_id: z.nullable(EntityId),
  name: z.string(),
  ...Cases,
  /** The number of visits of the cases. */
  visits: z.int(),
  net_charges: z.number(),
})
export type ReferrerCases = z.output<typeof ReferrerCases>

/** Most referrers in one response; the others are summed. */
export const REFERRERS_MAX = 500

/** The seven panels of the BI dashboard. */
export const biCalls = {
  paymentReceived: defineCall({
    ...common,
    key: 'bi/paymentReceivedSummary',
    path: 'bi/paymentReceivedSummary',
    input: z.strictObject({ ...SalesRange, includeFutureReceipt: futureReceipts('N') }).check(wholeRange),
    output: figuresOf(
      z.object({
        /** The collection summary's net_received. */
        total: z.number(),
        modes: z.array(
          z.object({ mode: z.string(), amount: z.number(), refund: z.number(), net: z.number() }),
        ),
      }),
    ),
  }),
  serviceCases: defineCall({
    ...common,
    key: 'bi/serviceCasesSummary',
    path: 'bi/serviceCasesSummary',
    input: z.strictObject(SalesRange).check(wholeRange),
    output: figuresOf(z.object({ ...Cases, machines: z.array(MachineCases) })),
  }),
  machineCases: defineCall({
    ...common,
    key: 'bi/machineCasesSummary',
    path: 'bi/machineCasesSummary',
    input: z.strictObject(SalesRange).check(wholeRange),
    output: figuresOf(z.array(MachineCases)),
  }),
  newRepeated: defineCall({
    ...common,
    key: 'bi/patientVisitNewRepeated',
    path: 'bi/patientVisitNewRepeated',
    input: z.strictObject(SalesRange).check(wholeRange),
    /** Started visits: the patient's first one, or a later one. */
    output: figuresOf(z.object({ new: z.int(), repeated: z.int(), visits: z.int() })),
  }),
  genderWise: defineCall({
    ...common,
    key: 'bi/patientVisitGenderWise',
    path: 'bi/patientVisitGenderWise',
    input: z.strictObject(SalesRange).check(wholeRange),
    output: figuresOf(z.object({ male: z.int(), female: z.int(), other: z.int(), visits: z.int() })),
  }),
  refDrCases: defineCall({
    ...common,
    key: 'bi/refDrCasesSummary',
    path: 'bi/refDrCasesSummary',
    input: z.strictObject({ ...SalesRange, dr_type: z.enum(['Doctor', 'Hospital']) }).check(wholeRange),
    output: figuresOf(
      z.object({
        referrers: z.array(ReferrerCases),
        /** Referrers beyond the maximum. */
        others: z.object({ referrers: z.int(), ...Cases, visits: z.int(), net_charges: z.number() }),
      }),
    ),
  }),
} as const
