import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { isPercent, PERCENT_RULE } from '../masters/engine/field.ts'

const common = { base: 'php', access: 'manage_users', offline: { kind: 'never' } } as const

/** Most rows of one save; longer ones are sent in parts. */
export const COMMISSION_ROWS_MAX = 1_000

/** In the path and in a save: the referring hospital, '0' for "Without Hospital". */
const Hospital = z.union([EntityId, z.literal('0')])
const path = { id: EntityId, hospital: Hospital }
/** Absent for a new rate. */
const rev = z.optional(z.int())

const Percent = z
  .number()
  .check(z.gte(0, 'is 0 to 100'), z.lte(100, 'is 0 to 100'), z.refine(isPercent, PERCENT_RULE))
const Amount = z.number().check(z.gte(0, 'is not below 0'), z.lte(99_999_999_999, 'is too large'))

const DepartmentKey = { branch_id: EntityId, department_id: EntityId }
const ServiceKey = { branch_id: EntityId, service_id: EntityId }

/** A rate that is set; without one the service's or department's default applies (docs/money.md). */
export const DepartmentRate = z.object({ ...DepartmentKey, charges_per: z.number(), rev: z.int() })
export type DepartmentRate = z.output<typeof DepartmentRate>

export const ServiceRate = z.object({
  ...ServiceKey,
  /** Null if only the price is specific to the referrer: the usual rate applies. */
  charges: z.nullable(z.number()),
  charges_type: z.enum(['Percent', 'Flat']),
  /** What this referrer's patients pay for the service there; null is the usual price. */
  service_charges: z.nullable(z.number()),
  rev: z.int(),
})
export type ServiceRate = z.output<typeof ServiceRate>

const saveOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.strictObject({
    ref_dr_id: EntityId,
    hospital_id: Hospital,
    rows: z.array(row).check(z.minLength(1), z.maxLength(COMMISSION_ROWS_MAX)),
  })

/** Commissions of referral doctors (docs/masters.md#people, docs/masters.md); the spelling of the paths is the wire's. */
export const commissionCalls = {
  departmentWise: defineCall({
    ...common,
    key: 'master/getRefDrCommDepartemntWise',
    method: 'GET',
    path: 'master/getRefDrCommDepartemntWise/{id}/{hospital}',
    input: z.strictObject(path),
    output: resultOf(z.array(DepartmentRate)),
  }),
  /** Changed rows only; a null rate deletes the row. All or none; a row that changed meanwhile is a conflict. */
  saveDepartmentWise: defineCall({
    ...common,
    key: 'master/saveRefDrCommDepartemntWise',
    method: 'POST',
    path: 'master/saveRefDrCommDepartemntWise',
    input: saveOf(z.strictObject({ ...DepartmentKey, charges_per: z.nullable(Percent), rev })),
    output: resultOf(z.array(DepartmentRate)),
  }),
  serviceWise: defineCall({
    ...common,
    key: 'master/getRefDrCommServiceWise',
    method: 'GET',
    path: 'master/getRefDrCommServiceWise/{id}/{hospital}',
    input: z.strictObject(path),
    output: resultOf(z.array(ServiceRate)),
  }),
  saveServiceWise: defineCall({
    ...common,
    key: 'master/saveRefDrCommServiceWise',
    method: 'POST',
    path: 'master/saveRefDrCommServiceWise',
    input: saveOf(
      z.strictObject({
        ...ServiceKey,
        /** Null in both amounts deletes the row. */
        charges: z.nullable(Amount),
        charges_type: z.enum(['Percent', 'Flat']),
        service_charges: z.nullable(Amount),
        rev,
      }),
    ),
    output: resultOf(z.array(ServiceRate)),
  }),
}
