import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPasswordSecret, passwordLink, SET_PASSWORD_PATH } from '#domain/access/password-link.ts'
import { RECOVERY_CODES, readRecoveryCode, recoveryCode } from '#domain/access/recovery-code.ts'
import { CRITICAL_LINK_HOURS, criticalLinkPath } from '#domain/sharing/critical-path.ts'
import { sharedLinkPath } from '#domain/sharing/shared-path.ts'

const secret = fc.stringMatching(/^[\w-]{43}$/)

test('the secret of a link is only in its fragment, which no server receives', () => {
  fc.assert(
    fc.property(secret, (text) => {
      const links = [
        passwordLink('https://r.example/', text),
        `https://r.example${criticalLinkPath(text)}`,
        `https://r.example${sharedLinkPath(text)}`,
      ].map((link) => new URL(link))
      expect(links.map(({ hash }) => hash)).toEqual([`#${text}`, `#${text}`, `#${text}`])
      expect(links.map(({ pathname }) => pathname)).toEqual(['/set-password', '/critical', '/shared/'])
      expect(links.map(({ search }) => search)).toEqual(['', '', ''])
    }),
  )
})

test('the password page reads the secret of its own link and of no other address', () => {
  fc.assert(
    fc.property(secret, (text) => {
      const { pathname, hash } = new URL(passwordLink('https://r.example', text))
      expect(findPasswordSecret(pathname, hash)).toBe(text)
      expect(findPasswordSecret('/login', hash)).toBeUndefined()
      expect(findPasswordSecret(SET_PASSWORD_PATH, hash.slice(0, -1))).toBeUndefined()
      expect(findPasswordSecret(SET_PASSWORD_PATH, `${hash}x`)).toBeUndefined()
    }),
  )
})

test('a recovery code is read back in every usual way of typing it', () => {
  const place = fc.integer({ min: 0, max: RECOVERY_CODES - 1 })
  const signs = fc.array(fc.nat(29), { minLength: 11, maxLength: 11 })
  fc.assert(
    fc.property(place, signs, (at, picks) => {
      const left = [...picks]
      const code = recoveryCode(at, (below) => (left.shift() ?? 0) % below)
      expect(code).toMatch(/^\d\w{3}-\w{4}-\w{4}$/)
      expect(readRecoveryCode(code)).toEqual({ place: at, code })
      expect(readRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toEqual({ place: at, code })
      expect(readRecoveryCode(code.slice(0, -1))).toBeUndefined()
    }),
  )
})

test('ten recovery codes are issued, each with its number as one digit; a link to a result works for a day', () => {
  expect(RECOVERY_CODES).toBe(10)
  expect(CRITICAL_LINK_HOURS).toBe(24)
})
