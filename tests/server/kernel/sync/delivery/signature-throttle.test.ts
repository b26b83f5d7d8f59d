import { expect, test } from 'vitest'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { countBadSignature, demandFewBadSignatures } from '#server/kernel/sync/delivery/signature-throttle.ts'

const NOW = new Date('2026-11-21T10:00:00Z')

/** A kernel whose database answers that the tries are used up since then, and records what it is asked. */
function kernelOf(since: Date | null | undefined) {
  const asked: { text: string; values: unknown[] }[] = []
  const query = async (text: string, values: unknown[]) => {
    asked.push({ text, values })
    return { rows: since === undefined ? [] : [{ since }] }
  }
  return { kernel: { database: { pool: { query } }, now: () => NOW } as unknown as Kernel, asked }
}

const check = (since: Date | null | undefined) =>
  demandFewBadSignatures(kernelOf(since).kernel, '203.0.113.9', 'device')

test('an address with few bad signatures is let through', async () => {
  await expect(check(null)).resolves.toBeUndefined()
  await expect(check(undefined)).resolves.toBeUndefined()
})

test.each([
  ['just now', 0, 900],
  ['five minutes ago', 5 * 60_000, 600],
  ['part of a second ago', 500, 900],
  ['nearly fifteen minutes ago', 15 * 60_000 - 1, 1],
  ['fifteen minutes ago', 15 * 60_000, 1],
])('one whose tries began %s waits for the rest of fifteen minutes', async (_when, ago, seconds) => {
  await expect(check(new Date(NOW.getTime() - ago))).rejects.toMatchObject({
    code: 'throttled',
    extra: { retry_after: seconds },
  })
})

test('tries are counted per signer with its address, twenty, and per address, two hundred', async () => {
  const { kernel, asked } = kernelOf(null)
  await countBadSignature(kernel, '203.0.113.9', 'device')
  await demandFewBadSignatures(kernel, '203.0.113.9', 'device')
  await countBadSignature(kernel, '203.0.113.9', 'another')
  const [[first, ...rest] = [], second, third] = asked.map(({ values }) => values)
  expect(rest).toEqual([[20, 200], NOW, '900 seconds'])
  expect(second).toEqual([first, ...rest])
  const [own, address] = first as string[]
  const [othersOwn, sameAddress] = (third?.[0] ?? []) as string[]
  expect([own === othersOwn, address === sameAddress, own === address]).toEqual([false, true, false])
  expect(JSON.stringify(asked)).not.toContain('203.0.113.9')
})
