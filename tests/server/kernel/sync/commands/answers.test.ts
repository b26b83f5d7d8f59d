import { expect, test } from 'vitest'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { doneAnswer, getEndpoint, incomingOf, refusedAnswer } from '#server/kernel/sync/commands/answers.ts'
import { inputHash } from '#server/kernel/sync/commands/command-log.ts'
import type { CommandOutcome } from '#server/kernel/sync/commands/run-command.ts'

const outcome = (part: object = {}) =>
  ({
    response: { result: 1 },
    replayed: false,
    pos: 7,
    rev: 2,
    flags: [],
    ...part,
  }) as unknown as CommandOutcome

test('the answer to a command that took effect has flags, a replacement and a receipt only where there are any', () => {
  const plain = { id: 'c', status: 200, replayed: false, pos: 7, rev: 2, body: { result: 1 } }
  expect(doneAnswer('c', outcome())).toEqual(plain)
  expect(Object.keys(doneAnswer('c', outcome())).toSorted()).toEqual(Object.keys(plain).toSorted())
  const receipt = { text: 'signed' }
  expect(doneAnswer('c', outcome({ flags: ['unallocated'], ran: 'other', receipt }))).toEqual({
    ...plain,
    flags: ['unallocated'],
    ran: 'other',
    receipt,
  })
})

test('the answer to a refused command has the status and code of its refusal, and no place in the feed', () => {
  expect(refusedAnswer('c', new Refusal('id_reused'))).toMatchObject({
    id: 'c',
    replayed: false,
    pos: null,
    rev: null,
    body: { code: 'id_reused' },
  })
  expect(refusedAnswer('c', new Refusal('id_reused')).status).toBeGreaterThanOrEqual(400)
})

test('a command names a queued call, of a version that this server knows', () => {
  const endpoint = (offline: object) => ({ call: { offline } })
  const kernel = {
    endpoints: new Map([
      ['queued', endpoint({ kind: 'queue', version: 2 })],
      ['online', endpoint({ kind: 'online' })],
    ]),
  } as unknown as Kernel
  const codeOf = (call: string, version: number) => {
    try {
      getEndpoint(kernel, { call, version })
      return undefined
    } catch (error) {
      return error instanceof Refusal ? error.code : String(error)
    }
  }
  expect([1, 2, 3].map((version) => codeOf('queued', version))).toEqual([
    undefined,
    undefined,
    'server_older',
  ])
  expect(getEndpoint(kernel, { call: 'queued', version: 1 })).toBe(kernel.endpoints.get('queued'))
  expect([codeOf('online', 1), codeOf('unknown', 1)]).toEqual(['invalid', 'invalid'])
})

test('a command to run has its header and its input, and what it says of its making', () => {
  const header = { id: 'c', version: 1, base: { rev: 3 }, depends: ['a'], supersedes: ['b'], receipts: [] }
  const made = incomingOf({ ...header, at: '2026-11-21T09:00:00.000Z' }, { x: 1 }, 'device')
  expect(made).toMatchObject({ ...header, input: { x: 1 }, deviceId: 'device' })
  expect(made.made).toBeDefined()
})

test('the hash of an input is that of its content, whatever the order of its fields', () => {
  const hash = (call: string, input: unknown) => inputHash(call, input).toString('hex')
  expect(hash('a', { x: 1, y: { p: [1, 2], q: null } })).toBe(hash('a', { y: { q: null, p: [1, 2] }, x: 1 }))
  expect(hash('a', { x: 1 })).not.toBe(hash('b', { x: 1 }))
  expect(hash('a', { x: [1, 2] })).not.toBe(hash('a', { x: [2, 1] }))
  expect(hash('a', { x: null })).not.toBe(hash('a', {}))
  expect(hash('a', null)).not.toBe(hash('a', {}))
})
