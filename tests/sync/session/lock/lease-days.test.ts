import { expect, test } from 'vitest'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { isOverdue, noteClock, noteContact } from '#src/sync/session/lock/lease.ts'
import { openBare } from '../../support/test-page.ts'

const DAY_MS = 86_400_000
const START = 1_000 * DAY_MS

async function heardFrom(vaultDays?: number): Promise<WorkDatabase> {
  const { work } = await openBare()
  await noteContact(work, START)
  if (vaultDays !== undefined)
    await work.keys.put({
      id: 'terms',
      clientId: 'c',
      userId: 'u',
      deviceId: 'd',
      deviceName: 'Desk',
      vaultDays,
    })
  return work
}

test('a device that never heard from the server is not overdue', async () => {
  const { work } = await openBare()
  expect(await isOverdue(work, START)).toBe(false)
  await noteClock(work, START)
  expect(await isOverdue(work, START + 365 * DAY_MS)).toBe(false)
})

test('a vault opens without the server for fourteen days, or as many as the client has set', async () => {
  for (const [days, work] of [
    [14, await heardFrom()],
    [3, await heardFrom(3)],
  ] as const)
    expect([
      await isOverdue(work, START + days * DAY_MS),
      await isOverdue(work, START + days * DAY_MS + 1),
    ]).toEqual([false, true])
})

test('setting the clock back does not extend the lease, and an earlier time is not remembered', async () => {
  const work = await heardFrom()
  await noteClock(work, START + 15 * DAY_MS)
  await noteClock(work, START)
  expect(await isOverdue(work, START)).toBe(true)
})

test('a response of the server restarts the lease, even from an earlier clock', async () => {
  const work = await heardFrom()
  await noteClock(work, START + 20 * DAY_MS)
  await noteContact(work, START + DAY_MS)
  expect(await isOverdue(work, START + 2 * DAY_MS)).toBe(false)
  expect([
    await isOverdue(work, START + 15 * DAY_MS),
    await isOverdue(work, START + 15 * DAY_MS + 1),
  ]).toEqual([false, true])
})
