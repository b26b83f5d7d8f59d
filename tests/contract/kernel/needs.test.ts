import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { PatientRow } from '#contract/calls/patient-desk.ts'
import { syncCalls } from '#contract/calls/sync.ts'
import { VisitRow } from '#contract/calls/visit-records.ts'
import { neededFor } from '#contract/kernel/needs.ts'
import { told, untoldNames, withoutNames } from '#contract/kernel/told.ts'
import { MASTERS } from '#contract/masters/masters.ts'
import { CALLS } from '#contract/registry.ts'
import { KNOWLEDGE, KNOWS } from '#domain/access/knowledge.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { visitRowOf } from '#tests/helpers/device/visit-row.ts'

const TELLING =
  /charges|amount|balance|discount|paid|commission|refdr_|ssn|passport|receipts|refunds|patient_share|net_|fixed_price/u

interface Definition {
  shape?: Record<string, z.ZodMiniType>
  [part: string]: unknown
}

/** Collects the paths of fields with a name of money, commissions or national ids that everybody may see. */
function openFields(schema: z.ZodMiniType, path: string, found: Set<string>): void {
  const { shape = {}, element, innerType, valueType, out, options } = schema._zod.def as unknown as Definition
  for (const [name, field] of Object.entries(shape)) {
    if (neededFor(field)) continue
    if (TELLING.test(name)) found.add(name)
    openFields(field, `${path}.${name}`, found)
  }
  for (const part of [element, innerType, valueType, out, ...((options as unknown[]) ?? [])])
    if (part) openFields(part as z.ZodMiniType, path, found)
}

/** Permissions of people who may see money, or whose own figures the call shows. */
const OF_MONEY =
  /appointments|_report$|receipt|refund|lock_month|special_mgmt|close_any_day|reader_payout|manage_users/u
/** Names that reveal no amount, and calls whose handlers check a money right themselves or show own figures. */
const HARMLESS = ['discount_head_id', 'use_ssn_passport_as_pat_id', 'is_unpaid']
const JUDGED = ['monthlock/check', 'monthlock/list', 'payout/statement', 'reconcile/day']

test('every call open to everybody declares for each sensitive field who may see it', () => {
  const open = [...CALLS.values()].flatMap((call) => {
    if (call.access === 'public' || OF_MONEY.test(call.access) || JUDGED.includes(call.key)) return []
    const found = new Set<string>()
    openFields(call.output, '', found)
    return [...found].filter((name) => !HARMLESS.includes(name)).map((name) => `${call.key} ${name}`)
  })
  // Copies of receipts and refunds are sent completely or not at all (server/features/payments/sync-source.ts).
  expect(open).toEqual(['sync/pull amount', 'sync/records amount'])
})

test('every price and amount of a master declares who may see it', () => {
  const open = MASTERS.flatMap(({ key, fields, known = {} }) =>
    Object.entries(fields)
      .filter(([name, { kind }]) => (kind === 'money' || kind === 'chargeMap') && !(name in known))
      .map(([name]) => `${key}.${name}`),
  )
  expect(open).toEqual([])
})

test('a visit without its amounts keeps everything else', () => {
  const visit = visitRowOf({ id: 'v' })
  const cut = told(VisitRow, visit, () => false)
  const { charges, discount, net_charges, paid, balance, patient_share, services, ...rest } = visit
  expect(cut).toEqual({
    ...rest,
    services: services.map(({ charges: _1, discount: _2, net_charges: _3, ...one }) => one),
  })
  expect(told(VisitRow, visit, () => true)).toEqual(visit)
  expect([charges, discount, net_charges, paid, balance, patient_share].every(Number.isFinite)).toBe(true)
})

test('a page is filtered by the type of each row: a field hidden in another type stays', () => {
  const row = (type: string, body: object) => ({ type, id: 'x', rev: 1, op: 'put', scope: 's', body })
  const rows = [row('visit', { balance: 5, ssn: 'kept' }), row('patient', { ssn: '1', balance: 5 })]
  const page = told(syncCalls.pull.output, { rows } as never, () => false) as unknown as { rows: unknown }
  expect(page.rows).toEqual([row('visit', { ssn: 'kept' }), row('patient', { balance: 5 })])
})

test('data without its own schema is filtered by the names that the call would leave out', () => {
  const names = untoldNames(PatientRow, () => false)
  expect([...names].toSorted()).toEqual(['passport', 'ssn'])
  expect(withoutNames([{ patient: { ssn: '1', fname: 'A' } }], names)).toEqual([{ patient: { fname: 'A' } }])
  expect(untoldNames(PatientRow, () => true).size).toBe(0)
})

test('a person who books visits sees money and ids, a referrer none of them', () => {
  const known = (session: Parameters<typeof sessionFields>[0]) =>
    Object.entries(KNOWS).flatMap(([kind, rule]) => (rule(sessionFields(session)) ? [kind] : []))
  expect(known({ modules: ['scan_worklist', 'view_archives'] })).toEqual(['colleagues'])
  expect(known({ modules: ['appointments'] })).toEqual(['money', 'prices', 'identity', 'colleagues'])
  expect(known({ modules: ['manage_masters'] })).toEqual(['prices', 'commission', 'colleagues'])
  expect(known({ modules: ['view_patient_portal_patients'] })).toEqual(['identity', 'colleagues'])
  expect(known({ modules: [], is_client_admin: 1 })).toEqual([...KNOWLEDGE])
  expect(known({ modules: ['appointments', 'sales_report'], is_ref_doctor: 1 })).toEqual([])
})
