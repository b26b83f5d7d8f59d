import { expect, test } from 'vitest'
import { rightsChange } from '#domain/access/rights-change.ts'
import { rightsOfRole, rightsOfUser } from '#src/features/masters/people/rights-of-form.ts'

const RECEPTION = {
  id: 6,
  status: 1,
  app_modules: [2, 13],
  sales_report: 'Self_Created_Only',
  sales_invoice: 'Paid_Only',
}
const roles = [RECEPTION, { ...RECEPTION, id: 2 }]
const person = { role_id: 6, status: 1, branch_ids: ['a'] }
const change = (before: object | undefined, after: object) => {
  const of = (one: object | undefined) => rightsOfUser(one as never, roles, (id) => id.toUpperCase())
  return rightsChange(of(before), of(after))
}

test('a new person gets their role, their branches and their kind', () => {
  expect(change(undefined, person).gives).toEqual([
    'View archives and lab reports',
    'Sales report',
    'Sales of the visits that they make',
    'Paid invoices',
    'Branch A',
    'Reports, beside the images',
  ])
})

test('a deactivated person loses everything, and an administrator sees all branches', () => {
  expect(change(person, { ...person, status: 0 }).takes).toHaveLength(6)
  expect(change(person, { ...person, role_id: 2 })).toEqual({ gives: ['All branches'], takes: ['Branch A'] })
})

test('a deactivated role revokes its rights', () => {
  const { takes } = rightsChange(rightsOfRole(RECEPTION), rightsOfRole({ ...RECEPTION, status: 0 }))
  expect(takes).toContain('Sales report')
})
