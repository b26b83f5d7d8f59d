import { expect, test } from 'vitest'
import type { WorkDatabase } from '#src/db/work-database.ts'
import {
  dropTouches,
  findKnownPasskeys,
  findTouches,
  notePasskeys,
} from '#src/sync/session/vault/touch-keys.ts'
import { openBare } from '../../support/test-page.ts'

/** Returns a work database with the terms of the device and a wrapped key for each of these passkeys. */
async function withTouches(...credentialIds: string[]): Promise<WorkDatabase> {
  const { work } = await openBare()
  await work.keys.bulkPut([
    { id: 'terms', deviceName: 'Desk', vaultDays: 14 } as never,
    ...credentialIds.map((credentialId) => ({ id: `touch:${credentialId}`, credentialId }) as never),
  ])
  return work
}
const listed = (...credentialIds: string[]) => ({
  known: credentialIds.map((credentialId) => ({ credentialId, transports: [] })),
  rpId: 'ris.example',
})

test('the passkeys that open the vault are found, and one or all of them are dropped', async () => {
  const work = await withTouches('a', 'b', 'c')
  expect(await findTouches(work)).toEqual(['a', 'b', 'c'])
  await dropTouches(work, 'b')
  expect(await findTouches(work)).toEqual(['a', 'c'])
  await dropTouches(work)
  expect(await findTouches(work)).toEqual([])
  expect(await work.keys.get('terms')).toBeDefined()
})

test('a passkey that the server no longer lists stops opening the vault, and the person is told', async () => {
  const work = await withTouches('a', 'b')
  expect(await findKnownPasskeys(work)).toBeUndefined()
  expect(await notePasskeys(work, listed('a', 'b', 'elsewhere') as never)).toBe(false)
  expect(await findTouches(work)).toEqual(['a', 'b'])
  expect(await notePasskeys(work, listed('b') as never)).toBe(true)
  expect(await findTouches(work)).toEqual(['b'])
  expect(await findKnownPasskeys(work)).toEqual({ id: 'passkeys', ...listed('b') })
})
