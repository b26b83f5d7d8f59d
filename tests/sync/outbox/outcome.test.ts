import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ERROR_CODES, type ErrorCode } from '#contract/kernel/error-codes.ts'
import { RETRY_CAP_MS } from '#domain/time/retry-waits.ts'
import { outcomeOf, outcomeOfSealed, waitBeforeRetryMs } from '#src/sync/outbox/outcome.ts'

const answer = (status: number, body: unknown) => ({
  id: 'a',
  status,
  replayed: false,
  pos: null,
  rev: null,
  body,
})
const kindOf = (code: ErrorCode) =>
  outcomeOf(answer(ERROR_CODES[code].status, { code, message: ERROR_CODES[code].message })).kind

test('every code of the contract has its outcome', () => {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[]
  const again = codes.filter((code) => kindOf(code) === 'again')
  expect(new Set(again)).toEqual(
    new Set(['dependency', 'throttled', 'internal', 'unavailable', 'in_progress', 'server_older']),
  )
  expect(kindOf('signed_out')).toBe('session')
  for (const code of [
    'conflict',
    'invalid',
    'not_found',
    'not_permitted',
    'id_reused',
    'text_changed',
  ] as const)
    expect(kindOf(code)).toBe('parked')
})

test('a code that only a newer server knows parks the command, with the server’s words where it sent some', () => {
  const body = { code: 'opinion_needed', message: 'This needs a second opinion.' }
  const refusal = { code: 'refused', message: body.message }
  expect(outcomeOf(answer(422, body))).toMatchObject({ kind: 'parked', refusal })
  const sealed = {
    id: 'a',
    status: 422,
    code: 'opinion_needed' as ErrorCode,
    replayed: false,
    pos: null,
    rev: null,
  }
  expect(outcomeOfSealed(sealed)).toMatchObject({ kind: 'parked', refusal: { code: 'refused' } })
})

test('words never decide: the same status and code come to the same', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom(...(Object.keys(ERROR_CODES) as ErrorCode[])),
      (message, code) => {
        expect(outcomeOf(answer(ERROR_CODES[code].status, { code, message })).kind).toBe(kindOf(code))
      },
    ),
  )
})

test('no wait is longer than the cap, and none shorter than the server asked for', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, random) => {
        const wait = waitBeforeRetryMs(attempt, random)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(RETRY_CAP_MS)
        expect(waitBeforeRetryMs(attempt, random, 90_000)).toBeGreaterThanOrEqual(90_000)
      },
    ),
  )
})
