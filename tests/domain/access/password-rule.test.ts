import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PASSWORD_NOTE, refusePassword, stripWhitespace } from '#domain/access/password-rule.ts'

test('a refused password names what it lacks, in the words of the note', () => {
  expect(refusePassword('Strong#2026')).toBeUndefined()
  expect(refusePassword('strong#2026')).toBe('needs one uppercase')
  expect(refusePassword('STRONG2026')).toBe('needs one lowercase and one special character')
  expect(refusePassword('')).toBe(
    'needs at least 8 characters, one uppercase, one lowercase, one digit and one special character',
  )
  expect(PASSWORD_NOTE).toBe(
    'Password must have at least 8 characters, one uppercase, one lowercase, one digit, one special character.',
  )
})

test('eight characters of all four kinds pass in any order, and each missing kind is reported', () => {
  const kinds = [
    ['A', 'B', 'C'],
    ['a', 'b', 'c'],
    ['1', '2', '3'],
    ['#', '!', '-'],
  ].map((letters) => fc.constantFrom(...letters))
  const password = fc
    .tuple(...kinds, ...kinds)
    .chain((letters) =>
      fc.shuffledSubarray(letters, { minLength: letters.length, maxLength: letters.length }),
    )
  fc.assert(
    fc.property(password, (letters) => {
      const text = letters.join('')
      expect(refusePassword(text)).toBeUndefined()
      expect(refusePassword(text.slice(1))).toContain('at least 8 characters')
      expect(refusePassword(text.toLowerCase())).toContain('one uppercase')
      expect(refusePassword(text.toUpperCase())).toContain('one lowercase')
      expect(refusePassword(text.replace(/\d/g, 'x'))).toContain('one digit')
      expect(refusePassword(text.replace(/[#!-]/g, 'x'))).toContain('one special character')
    }),
  )
})

test('a blank counts as a character, and as none of the required kinds', () => {
  expect(refusePassword('Pass 2026')).toBe('needs one special character')
  expect(refusePassword(' Pass#26 ')).toBeUndefined()
})

test('a user name loses whitespace of every kind and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const stripped = stripWhitespace(text)
      expect(stripped).not.toMatch(/\s/)
      expect(stripped).toBe(Array.from(text, (char) => (/\s/.test(char) ? '' : char)).join(''))
    }),
  )
  expect(stripWhitespace(' as ha\t.ra\u00a0o\n')).toBe('asha.rao')
})
