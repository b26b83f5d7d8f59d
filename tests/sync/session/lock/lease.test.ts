import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOverdue, noteClock, noteContact, VAULT_DAYS } from '#src/sync/session/lock/lease.ts'
import { openBare } from '#tests/sync/support/test-page.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-01T08:00:00Z')
const day = (days: number) => START + days * DAY_MS

let databases: Awaited<ReturnType<typeof openBare>>
beforeEach(async () => {
  databases = await openBare()
  await noteContact(databases.work, START)
})
afterEach(() => databases.close())

test('a vault opens without the server for its days and no longer', async () => {
  expect(await isOverdue(databases.work, day(VAULT_DAYS))).toBe(false)
  expect(await isOverdue(databases.work, day(VAULT_DAYS) + 1)).toBe(true)
})

test('a clock set back does not extend the lease: the latest time seen counts', async () => {
  await noteClock(databases.work, day(10))
  await noteClock(databases.work, day(VAULT_DAYS + 1))
  await noteClock(databases.work, day(2))
  expect(await isOverdue(databases.work, day(2))).toBe(true)
})

test('a contact restarts the lease, even on a clock that was ahead', async () => {
  await noteClock(databases.work, day(40))
  expect(await isOverdue(databases.work, day(1))).toBe(true)
  await noteContact(databases.work, day(1))
  expect(await isOverdue(databases.work, day(1))).toBe(false)
})
