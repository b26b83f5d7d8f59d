import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { hashPassword, isPassword } from '#server/features/auth/public/password.ts'

vi.mock(import('@node-rs/argon2'), { spy: true })

test('a password is stored as argon2id of 19 MiB and two passes, with its own salt', async () => {
  const [one, two] = await Promise.all([hashPassword('Readroom#2026'), hashPassword('Readroom#2026')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('only the exact password matches, and nothing matches for an unknown name', async () => {
  const stored = await hashPassword('Größe#1 ')
  expect(await isPassword(stored, 'Größe#1 ')).toBe(true)
  expect(await isPassword(stored, 'Größe#1')).toBe(false)
  expect(await isPassword(undefined, 'Größe#1 ')).toBe(false)
})

test('an unknown name costs the same work as a wrong password', async () => {
  const stored = await hashPassword('x')
  vi.mocked(verify).mockClear()
  await isPassword(stored, 'wrong')
  await isPassword(undefined, 'wrong')
  const costs = vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'))
  expect(costs).toEqual(Array(2).fill('$argon2id$v=19$m=19456,t=2,p=1'))
})
