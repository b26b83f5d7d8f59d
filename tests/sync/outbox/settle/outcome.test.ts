import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ERROR_CODES, type ErrorCode } from '#contract/kernel/error-codes.ts'
import { lostCeilingMs, RETRY_CAP_MS, retryCeilingMs } from '#domain/time/retry-waits.ts'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import {
  outcomeOf,
  outcomeOfFailure,
  outcomeOfSealed,
  waitAfterErrorMs,
  waitAfterLossMs,
  waitBeforeRetryMs,
} from '#src/sync/outbox/settle/outcome.ts'

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

test('an unknown code of a newer server parks the command, with the server’s message if it sent one', () => {
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

test('messages never decide: the same status and code have the same outcome', () => {
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

test('no wait is longer than the maximum or shorter than the server requested', () => {
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

test('statuses from 200 to 299 are effects, of the command itself or of its replacement', () => {
  for (const status of [200, 299]) {
    expect(outcomeOf(answer(status, {}))).toMatchObject({ kind: 'acked', answer: { status } })
    expect(outcomeOf({ ...answer(status, {}), ran: 'b' })).toMatchObject({ kind: 'ran', ran: 'b' })
  }
  for (const status of [199, 300]) expect(outcomeOf(answer(status, {})).kind).toBe('parked')
})

const sealedAnswer = (status: number, more: { code?: ErrorCode; retry_after?: number } = {}) =>
  outcomeOfSealed({ id: 'a', status, replayed: false, pos: null, rev: null, ...more })

test('a sealed delivery waits for the person after a refusal of the device, and is parked after a refusal of the change', () => {
  for (const code of ['device_revoked', 'unknown_key', 'bad_signature', 'held'] as const)
    expect(sealedAnswer(409, { code })).toEqual({
      kind: 'session',
      error: { kind: 'session', status: 409, code },
    })
  expect(sealedAnswer(409, { code: 'conflict' }).kind).toBe('parked')
  expect(sealedAnswer(200).kind).toBe('acked')
  expect(sealedAnswer(503, { code: 'unavailable', retry_after: 7 })).toMatchObject({ retryAfterMs: 7_000 })
})

test('a gateway’s own statuses wait for the session or for a retry', () => {
  expect(outcomeOf(answer(401, '')).kind).toBe('session')
  for (const status of [408, 424, 425, 429, 500, 502])
    expect(outcomeOf(answer(status, '')).kind, String(status)).toBe('again')
  expect(outcomeOf(answer(424, ''))).toMatchObject({ error: { kind: 'dependency' } })
  expect(outcomeOf(answer(499, ''))).toMatchObject({
    kind: 'parked',
    refusal: { message: 'The server refused this change (499).', code: 'refused' },
  })
})

const conflict = new ApiError(409, { code: 'conflict', message: 'x' })
const busy = new ApiError(503, { code: 'unavailable', message: 'x', retry_after: 9 })

test('a refused delivery is split, unless it contained one command alone', () => {
  expect(outcomeOfFailure(conflict, false)).toBe('split')
  expect(outcomeOfFailure(conflict, true)).toMatchObject({ kind: 'parked', refusal: { code: 'conflict' } })
  expect(outcomeOfFailure(busy, false)).toMatchObject({
    kind: 'again',
    error: { kind: 'server', status: 503 },
  })
})

test('a delivery without a response is retried, but not before the gateway’s delay', () => {
  const lost = { kind: 'again', error: { kind: 'network' } }
  expect(outcomeOfFailure(new Error('x'), true)).toMatchObject(lost)
  expect(outcomeOfFailure(new OfflineError(undefined, 4_000), true)).toMatchObject({
    ...lost,
    retryAfterMs: 4_000,
  })
})

test('only a request without any response is retried soon', () => {
  expect(waitAfterLossMs(1, 0.5)).toBe(lostCeilingMs(1) / 2)
  expect(waitAfterErrorMs(new OfflineError(), 1, 0.5)).toBe(lostCeilingMs(1) / 2)
  expect(waitAfterErrorMs(new OfflineError(undefined, 4_000), 1, 0.5)).toBe(4_000)
  expect(waitAfterErrorMs(busy, 1, 0.5)).toBe(9_000)
  expect(waitAfterErrorMs(conflict, 1, 0.5)).toBe(retryCeilingMs(1) / 2)
})
