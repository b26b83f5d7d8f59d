import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { actsOf, giveNote, isGenuineNote } from '#server/kernel/sync/commands/act-notes.ts'
import { isGenuine, signReceipt } from '#server/kernel/sync/commands/receipts.ts'

const signatureOf = (text: string) => createHmac('sha256', 'secret').update(text).digest('base64')
const keys = {
  sign: (text: string) => ({ keyId: 'key', signature: signatureOf(text) }),
  isSigned: (text: string, { keyId, signature }: { keyId: string; signature: string }) =>
    keyId === 'key' && signature === signatureOf(text),
}
const NOW = new Date('2026-11-21T10:00:00Z')
const kernel = { keys, epoch: 'first', now: () => NOW } as unknown as Parameters<typeof giveNote>[0]
const RECEIVER = { clientId: 'client', userId: 'person', commandId: 'command' }
const RESULT = { hash: Buffer.from('hash'), pos: 7, rev: 3, at: NOW, numbers: [] }
const NUMBER = { kind: 'receipt', branch_id: 'north', no: 'R-1' } as const

test('a receipt says what took effect, and when, and which numbers were given', () => {
  expect(signReceipt(kernel, RECEIVER, RESULT)).toEqual({
    epoch: 'first',
    hash: Buffer.from('hash').toString('base64'),
    pos: 7,
    rev: 3,
    at: NOW.toISOString(),
    key_id: 'key',
    signature: expect.any(String),
  })
  expect(signReceipt(kernel, RECEIVER, { ...RESULT, numbers: [NUMBER] }).numbers).toEqual([NUMBER])
})

test('a receipt is genuine for its command and its person alone, as it was signed', () => {
  const receipt = signReceipt(kernel, RECEIVER, { ...RESULT, numbers: [NUMBER] })
  expect(isGenuine(kernel, RECEIVER, receipt)).toBe(true)
  for (const change of [{ clientId: 'x' }, { userId: 'x' }, { commandId: 'x' }])
    expect(isGenuine(kernel, { ...RECEIVER, ...change }, receipt)).toBe(false)
  for (const change of [
    { epoch: 'second' },
    { hash: 'x' },
    { pos: 8 },
    { rev: 4 },
    { at: '2026-11-21T10:00:01.000Z' },
    { numbers: [] },
    { numbers: [{ ...NUMBER, no: 'R-2' }] },
    { numbers: [{ ...NUMBER, kind: 'refund' as const }] },
    { numbers: [{ ...NUMBER, branch_id: 'south' }] },
    { numbers: [{ ...NUMBER, year: '2026' }] },
    { key_id: 'x' },
    { signature: 'x' },
  ])
    expect(isGenuine(kernel, RECEIVER, { ...receipt, ...(change as object) })).toBe(false)
})

test('a receipt from before there were numbers is genuine without them', () => {
  const { numbers: _, ...plain } = signReceipt(kernel, RECEIVER, { ...RESULT, numbers: [] })
  expect(isGenuine(kernel, RECEIVER, plain)).toBe(true)
})

test('the signed text names a number’s year only if it has one, so that old receipts stay genuine', () => {
  const signed: string[] = []
  const sign = (text: string) => {
    signed.push(text)
    return keys.sign(text)
  }
  const numbers = [NUMBER, { ...NUMBER, year: '2026' }, { kind: 'receipt', no: 'R-2' }]
  signReceipt({ keys: { ...kernel.keys, sign }, epoch: 'first' }, RECEIVER, {
    ...RESULT,
    numbers,
  } as Parameters<typeof signReceipt>[2])
  expect(JSON.parse(signed[0] ?? '').at(-1)).toEqual([
    ['receipt', 'north', 'R-1'],
    ['receipt', 'north', 'R-1', '2026'],
    ['receipt', null, 'R-2'],
  ])
})

const line = (action: string, recordId?: string) =>
  ({ action, type: 'study', ...(recordId !== undefined && { recordId }) }) as Parameters<
    typeof actsOf
  >[0][number]

test('reading, exporting and opening are no acts', () => {
  const harmless = ['read', 'export', 'download', 'open_images', 'open_link', 'check_signature']
  const others = ['test_connection', 'send_test_email', 'read_other_branch', 'print_report_code']
  expect(actsOf([...harmless, ...others].map((action) => line(action)))).toEqual([])
  expect(actsOf([line('save', 'a'), line('read'), line('share')])).toEqual([
    { action: 'save', type: 'study', id: 'a' },
    { action: 'share', type: 'study' },
  ])
})

const CALLER = { clientId: 'client', userId: 'person', deviceId: 'device' } as Parameters<typeof giveNote>[1]
const ACTS = [
  { action: 'save', type: 'study', id: 'a' },
  { action: 'share', type: 'study' },
]

/** Gives a note and returns what the device received, if anything. */
function noteOf(change: { caller?: typeof CALLER; acts?: typeof ACTS } = {}) {
  const headers: string[] = []
  const reply = { header: (_name: string, text: string) => headers.push(text) }
  giveNote(kernel, change.caller ?? CALLER, reply as unknown as Parameters<typeof giveNote>[2], {
    call: 'study/share',
    acts: change.acts ?? ACTS,
    pos: 7,
    numbers: [],
  })
  return headers.map((text) => JSON.parse(Buffer.from(text, 'base64').toString()))
}

test('a device gets a signed note of what its person did', () => {
  const [note] = noteOf()
  expect(note).toMatchObject({ call: 'study/share', acts: ACTS, receipt: { pos: 7, rev: null } })
  expect(isGenuineNote(kernel, CALLER, note)).toBe(true)
})

test('nothing is noted if nothing was done, or without a device', () => {
  expect(noteOf({ acts: [] })).toEqual([])
  expect(noteOf({ caller: { ...CALLER, deviceId: undefined } })).toEqual([])
})

test('a note is genuine only with its own content, for its own person', () => {
  const [note] = noteOf()
  expect(isGenuineNote(kernel, { ...CALLER, userId: 'x' }, note)).toBe(false)
  for (const change of [
    { call: 'x' },
    { acts: [] },
    { acts: [{ ...ACTS[0], id: 'b' }, ACTS[1]] },
    { id: 'x' },
  ])
    expect(isGenuineNote(kernel, CALLER, { ...note, ...change })).toBe(false)
})
