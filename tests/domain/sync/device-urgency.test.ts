import { expect, test } from 'vitest'
import { deviceLevels, type KnownDevice, needsAttention } from '#domain/sync/device-urgency.ts'
import { UNSENT_ALARM_MS, UNSENT_WARN_MS } from '#domain/time/intervals.ts'

const NOW = Date.parse('2026-11-23T05:00:00.000Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const levels = (part: Partial<KnownDevice>) =>
  deviceLevels(
    { waiting: 0, needs_person: 0, last_contact: ago(0), oldest_unsent: null, revoked: null, ...part },
    NOW,
  )

test('a silent device is late only if it holds work', () => {
  expect(needsAttention(levels({ last_contact: ago(UNSENT_ALARM_MS) }))).toBe(false)
  expect(levels({ last_contact: ago(UNSENT_WARN_MS), waiting: 1 }).contactLevel).toBe('warn')
  expect(levels({ last_contact: ago(UNSENT_ALARM_MS), needs_person: 1 }).contactLevel).toBe('alarm')
})

test('either reason is enough to check a device', () => {
  expect(needsAttention({ contactLevel: 'warn', oldestLevel: 'quiet' })).toBe(true)
  expect(needsAttention({ contactLevel: 'quiet', oldestLevel: 'warn' })).toBe(true)
  expect(needsAttention({ contactLevel: 'quiet', oldestLevel: 'quiet' })).toBe(false)
})

test('old work is late on a device that responds, and a device out of use raises no alarm', () => {
  expect(levels({ oldest_unsent: ago(UNSENT_WARN_MS), waiting: 1 }).oldestLevel).toBe('warn')
  expect(needsAttention(levels({ oldest_unsent: ago(UNSENT_ALARM_MS), waiting: 1, revoked: ago(1) }))).toBe(
    false,
  )
})
