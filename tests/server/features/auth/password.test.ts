import { expect, test } from 'vitest'
import { hashPassword, isPassword } from '#server/features/auth/password.ts'

test('a password is stored as argon2id of 19 MiB and two passes, with a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword('Readroom#2026'), hashPassword('Readroom#2026')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('only the very password matches, and nothing matches for a name that nobody has', async () => {
  const stored = await hashPassword('Größe#1 ')
  expect(await isPassword(stored, 'Größe#1 ')).toBe(true)
  expect(await isPassword(stored, 'Größe#1')).toBe(false)
  expect(await isPassword(undefined, 'Größe#1 ')).toBe(false)
})

test('an unknown name takes as long as a wrong password', async () => {
  const stored = await hashPassword('x')
  const time = async (hash: string | undefined) => {
    const start = performance.now()
    for (let n = 0; n < 8; n++) await isPassword(hash, 'wrong')
    return performance.now() - start
  }
  await time(undefined)
  const [known, unknown] = [await time(stored), await time(undefined)]
  expect(unknown).toBeGreaterThan(known / 3)
})
