import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PASSKEY_RULES, requiresPasskey } from '#domain/access/passkey-rule.ts'
import { readRecoveryCode, recoveryCode } from '#domain/access/recovery-code.ts'

const person = { roleId: 4, isAdministrator: false, isPatient: false }
const administrator = { ...person, isAdministrator: true }

test('each rule requires a passkey of exactly the people it names', () => {
  const asked = (who: typeof person) => PASSKEY_RULES.filter((rule) => requiresPasskey(rule, [7], who))
  expect(asked(person)).toEqual(['Everybody'])
  expect(asked({ ...person, roleId: 7 })).toEqual(['Roles', 'Everybody'])
  expect(asked(administrator)).toEqual(['Administrators', 'Roles', 'Everybody'])
  expect(asked({ ...administrator, isPatient: true })).toEqual([])
})

test('a recovery code is accepted in every usual way of typing it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), fc.infiniteStream(fc.nat()), (place, numbers) => {
      const code = recoveryCode(place, (below) => (numbers.next().value as number) % below)
      expect(code).toMatch(/^\d[2-9A-Z]{3}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
      for (const typed of [
        code,
        code.toLowerCase(),
        code.replaceAll('-', ''),
        ` ${code.replaceAll('-', ' ')} `,
      ])
        expect(readRecoveryCode(typed)).toEqual({ place, code })
    }),
  )
})

test.each(['', '4KQ7-FM2X', 'XKQ7-FM2X-W9TR', '4KQ7-FM2X-W9T0', '4KQ7-FM2X-W9TRR'])(
  '%j is not a recovery code',
  (typed) => {
    expect(readRecoveryCode(typed)).toBeUndefined()
  },
)
