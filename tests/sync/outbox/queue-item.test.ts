import { expect, test } from 'vitest'
import { ERROR_CODES } from '#contract/kernel/error-codes.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import { noEditOf } from '#src/sync/outbox/look/edit-path.ts'
import { itemOf } from '#src/sync/outbox/look/use-queue.ts'
import { studyId } from '../support/rows.ts'

const command = (change: Partial<OpenCommand> = {}): OpenCommand => ({
  id: 'one',
  rev: 0,
  seq: 1,
  state: 'waiting',
  call: 'saveReport',
  version: 1,
  aggregate: `study:${studyId(1)}`,
  record: 'report:1',
  base: undefined,
  depends: [],
  isAuto: false,
  sentAt: undefined,
  claim: undefined,
  attempts: 0,
  nextAt: 0,
  acked: undefined,
  lastError: undefined,
  at: 1_000,
  skewMs: undefined,
  user: 'u',
  sealed: null,
  body: { input: { study_id: studyId(1) }, label: 'Save' },
  ...change,
})

test('a failed command shows why, how often and when it is retried', () => {
  const lastError = { kind: 'network', status: undefined, code: undefined, at: 1 } as const
  const item = itemOf(command({ attempts: 3, nextAt: 5_000, sentAt: 1, lastError }))
  expect(item).toMatchObject({
    state: 'device',
    attempts: 3,
    nextTryAt: new Date(5_000),
    wasSent: true,
    problem: 'The server could not be reached.',
    editPath: `/report/${studyId(1)}`,
  })
})

test('a command refused while the vault was locked shows the message of its code', () => {
  const lastError = { kind: 'refused', status: 422, code: 'not_permitted', at: 1 } as const
  expect(itemOf(command({ state: 'parked', lastError })).reason).toBe(ERROR_CODES.not_permitted.message)
  const refusal = { code: 'not_permitted', message: 'Not yours.' } as const
  const open = command({ state: 'parked', lastError, body: { input: {}, label: 'Save', refusal } })
  expect(itemOf(open).reason).toBe('Not yours.')
})

test('a command that can only be repeated has no form, and shows why', () => {
  expect(itemOf(command({ call: 'assignDoctor' })).editPath).toBeUndefined()
  expect(noEditOf('assignDoctor')).toBe('nothing_typed')
  expect(noEditOf('consent/sign')).toBe('signed')
  expect(noEditOf('appt/changeServiceStatus')).toBe('of_the_moment')
})

const FORMS = [
  'appt/addComment',
  'appt/addDocument',
  'appt/createReceipts',
  'appt/savePrescription',
  'appt/saveTreatmentDtl',
  'appt/assignTag',
  'appt/assignRadiologyDoctor',
] as const

test.each(FORMS)('%s opens its form after a refusal, and its content is in no address', (call) => {
  const written = { call, aggregate: 'receipt:1', body: { input: { comment: 'HIV' }, label: 'Save' } }
  expect(itemOf(command({ ...written, state: 'parked' })).editPath).toBe('/sync?edit=one')
  expect(itemOf(command(written)).editPath).toBeUndefined()
  expect(noEditOf(call)).toBeUndefined()
})
