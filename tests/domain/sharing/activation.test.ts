import { expect, test } from 'vitest'
import { activationEnd, activeAt } from '#domain/sharing/activation.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')

test('a study is activated until its days are over, to the exact moment', () => {
  const active_until = activationEnd(NOW, 30).toISOString()
  expect(active_until).toBe('2026-12-21T10:00:00.000Z')
  const study = { is_active_for_patient: 1, active_until } as const
  expect(activeAt(study, NOW)).toBe(1)
  expect(activeAt(study, new Date('2026-12-21T09:59:59.999Z'))).toBe(1)
  expect(activeAt(study, new Date('2026-12-21T10:00:00.000Z'))).toBe(0)
})

test('a copy from before the end was sent follows its flag', () => {
  expect(activeAt({ is_active_for_patient: 1 }, NOW)).toBe(1)
  expect(activeAt({ is_active_for_patient: 0 }, NOW)).toBe(0)
  expect(activeAt({ is_active_for_patient: 1, active_until: null }, NOW)).toBe(1)
})

test('a deactivated study is not activated, whatever its end was', () => {
  expect(activeAt({ is_active_for_patient: 0, active_until: '2027-01-01T00:00:00.000Z' }, NOW)).toBe(0)
})
