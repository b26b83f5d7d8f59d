import { expect, test } from 'vitest'
import { findBranchOf } from '#server/features/branches/public/find-branch-of.ts'
import type { Caller } from '#server/kernel/context.ts'
import { callerOf } from '../../kernel/helpers/caller-of.ts'
import { cannedTx } from '../../kernel/helpers/canned-tx.ts'

const TABLES = { branch: [{ id: 'north', name: 'North', time_zone: 'Asia/Kolkata' }] }

test('a branch is found for the people who work there and for an administrator', async () => {
  const find = (change: Partial<Caller>) => {
    const caller: Caller = { ...callerOf('client', ['north']), ...change }
    return findBranchOf(cannedTx(TABLES), caller, 'north')
  }
  expect((await find({}))?.id).toBe('north')
  expect((await find({ branchIds: [], isClientAdmin: true }))?.id).toBe('north')
  expect(await find({ branchIds: ['south'] })).toBeUndefined()
})
