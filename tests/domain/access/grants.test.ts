import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beyondWords,
  branchesBeyond,
  type Granter,
  isBeyond,
  reachesBeyond,
  roleBeyond,
} from '#domain/access/grants.ts'
import { PERMISSIONS } from '#domain/access/permissions.ts'
import { SALES_INVOICE_SCOPES, SALES_REPORT_SCOPES } from '#domain/access/sales-scopes.ts'

const modules = fc.subarray([...PERMISSIONS])
const branches = fc.subarray(['a', 'b', 'c'])
const role = fc.record({
  modules,
  salesReport: fc.constantFrom(...SALES_REPORT_SCOPES),
  salesInvoice: fc.constantFrom(...SALES_INVOICE_SCOPES),
})
const granter = fc.tuple(role, branches).map(
  ([held, branchIds]): Granter => ({
    ...held,
    isAdmin: false,
    permissions: new Set(held.modules),
    branchIds,
  }),
)

test('an administrator can grant everything', () => {
  fc.assert(
    fc.property(role, granter, branches, (given, who, branchIds) => {
      const admin = { ...who, isAdmin: true }
      expect(isBeyond(roleBeyond(given, undefined, admin))).toBe(false)
      expect(branchesBeyond(branchIds, [], admin)).toEqual([])
      expect(reachesBeyond({ role: { ...given, id: 2 }, branchIds }, admin)).toBe(false)
    }),
  )
})

test('a person can always grant their own rights, and a role keeps the rights it had', () => {
  fc.assert(
    fc.property(role, granter, (given, who) => {
      const own = {
        modules: [...who.permissions],
        salesReport: who.salesReport,
        salesInvoice: who.salesInvoice,
      }
      expect(isBeyond(roleBeyond(own, undefined, who))).toBe(false)
      expect(isBeyond(roleBeyond(given, given, who))).toBe(false)
      expect(branchesBeyond(who.branchIds, [], who)).toEqual([])
    }),
  )
})

test('a person cannot grant a module, scope or branch that they lack', () => {
  fc.assert(
    fc.property(role, granter, branches, (given, who, branchIds) => {
      fc.pre(!reachesBeyond({ role: { ...given, id: 7 }, branchIds }, who))
      expect(given.modules.every((name) => who.permissions.has(name))).toBe(true)
      expect(branchIds.every((id) => who.branchIds.includes(id))).toBe(true)
      if (given.salesReport === 'All') expect(who.salesReport).toBe('All')
      if (given.salesInvoice !== who.salesInvoice) expect(who.salesInvoice).toBe('All')
    }),
  )
})

test('each broken rule is reported at its field', () => {
  const desk: Granter = {
    isAdmin: false,
    permissions: new Set(['manage_users']),
    branchIds: [],
    salesReport: 'Self_Created_Only',
    salesInvoice: 'Paid_Only',
  }
  const wide = {
    modules: ['manage_users', 'create_receipt'],
    salesReport: 'All',
    salesInvoice: 'Pending_Only',
  } as const
  expect(beyondWords(roleBeyond(wide, undefined, desk))).toEqual({
    app_modules: 'may hold what you may do yourself; not: Create receipts',
    sales_report: 'may not be wider than your own',
    sales_invoice: 'may not be wider than your own',
  })
})
