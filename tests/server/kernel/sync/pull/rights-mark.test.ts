import { expect, test } from 'vitest'
import type { Caller } from '#server/kernel/context.ts'
import { rightsMarkOf } from '#server/kernel/sync/pull/rights-mark.ts'
import { callerOf } from '../../helpers/caller-of.ts'

const CALLER = callerOf('client', ['a', 'b'])
const markOf = (change: Partial<Caller> = {}) => rightsMarkOf({ ...CALLER, ...change })

test('a mark is sixteen letters that can stand in an address', () => {
  expect(markOf()).toMatch(/^[\w-]{16}$/)
})

test('people with the same rights have the same mark, whatever the order of their lists', () => {
  expect(rightsMarkOf(callerOf('another client', ['b', 'a']))).toBe(markOf())
})

test.each<[string, Partial<Caller>]>([
  ['kind of user', { userType: 'ADMIN' }],
  ['administrator', { isClientAdmin: true }],
  ['doctor', { isDoctor: true }],
  ['clinic doctor', { isClinicDoctor: true }],
  ['referring doctor', { isRefDoctor: true }],
  ['signature', { canSign: true }],
  ['right to add branches', { canCreateBranch: true }],
  ['image archive', { pacsUsed: 'Admin' }],
  ['permission', { permissions: new Set(['scan_worklist'] as const) }],
  ['list of main modules', { mainModules: new Set() }],
  ['list of branches', { branchIds: ['a'] }],
])('another %s changes the mark', (_what, change) => {
  expect(markOf(change)).not.toBe(markOf())
})

test('a permission is not confused with a branch of the same name', () => {
  const none = { permissions: new Set<never>(), branchIds: [], mainModules: new Set<never>() }
  expect(markOf({ ...none, branchIds: ['appointments'] })).not.toBe(
    markOf({ ...none, permissions: new Set(['appointments'] as const) }),
  )
})
