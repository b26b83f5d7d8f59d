import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { readBatch, readSealedBatch } from '#server/kernel/sync/commands/read-batch.ts'

const DEVICE = uuidv7()
const command = (change: object = {}) => ({
  id: uuidv7(),
  call: 'test/saveTag',
  version: 1,
  input: {},
  at: '2026-11-21T10:00:00Z',
  ...change,
})
const readCommands = (commands: unknown[]) => readBatch({ device_id: DEVICE, commands })

test('readable commands are read in order, and an unreadable one has its own refusal', () => {
  const [first, bad, last] = [command(), command({ version: 0, extra: 1 }), command()]
  const { deviceId, entries, unreadable } = readCommands([first, bad, last])
  expect(deviceId).toBe(DEVICE)
  expect(entries).toEqual([
    { ...first, depends: [] },
    { ...last, depends: [] },
  ])
  expect(unreadable).toMatchObject([
    { id: bad.id, refusal: { code: 'invalid', extra: { fields: { version: expect.any(String) } } } },
  ])
})

test.each([
  ['without commands', []],
  ['of more than fifty', Array.from({ length: 51 }, () => command())],
  ['with a command that has no id', [command(), command({ id: 'x' })]],
])('a batch %s is refused as a whole', (_which, commands) => {
  expect(() => readCommands(commands)).toThrow(expect.objectContaining({ code: 'invalid' }))
})

test('a batch of fifty is read, and one of an unknown device’s name is not', () => {
  expect(readCommands(Array.from({ length: 50 }, () => command())).entries).toHaveLength(50)
  expect(() => readBatch({ device_id: 'mine', commands: [command()] })).toThrow(
    expect.objectContaining({ extra: { fields: { device_id: expect.any(String) } } }),
  )
})

test('a sealed batch is read in the same way', () => {
  const sealed = (change: object = {}) => {
    const { input: _, ...header } = command()
    const signed = {
      client_id: uuidv7(),
      user_id: uuidv7(),
      key_id: 'key',
      sealed: 'AAAA',
      signature: 'AAAA',
    }
    return { ...header, ...signed, ...change }
  }
  const [good, bad] = [sealed(), sealed({ sealed: '!' })]
  const read = readSealedBatch({ device_id: DEVICE, items: [good, bad] })
  expect(read.deviceId).toBe(DEVICE)
  expect(read.entries).toEqual([{ ...good, depends: [] }])
  expect(read.unreadable.map(({ id }) => id)).toEqual([bad.id])
})
