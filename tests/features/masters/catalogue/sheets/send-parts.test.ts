import { expect, test } from 'vitest'
import { NOTHING_SENT, sendParts } from '#src/features/masters/catalogue/sheets/send-parts.ts'

const rows = Array.from({ length: 2_500 }, (_, at) => ({ line: at + 2 }))
const goOn = new AbortController().signal

test('rows are sent in parts, one after another, and refusals are reported by their line in the sheet', async () => {
  const sizes: number[] = []
  const told: number[] = []
  const sent = await sendParts({
    rows,
    from: NOTHING_SENT,
    signal: goOn,
    onProgress: ({ answered }) => told.push(answered),
    send: async (part) => {
      sizes.push(part.length)
      return { created: part.length - 1, refused: [{ row: 3, message: 'taken' }] }
    },
  })
  expect(sizes).toEqual([1_000, 1_000, 500])
  expect(told).toEqual([1_000, 2_000, 2_500])
  expect(sent.created).toBe(2_497)
  expect(sent.refused.map(({ line }) => line)).toEqual([5, 1_005, 2_005])
})

test('after a failure the import resumes with the part without a response, and sends no other again', async () => {
  const firsts: (number | undefined)[] = []
  let last = NOTHING_SENT
  const send = async (part: readonly { line: number }[]) => {
    firsts.push(part[0]?.line)
    if (firsts.length === 2) throw new Error('no answer')
    return { created: part.length, refused: [] }
  }
  const options = { rows, signal: goOn, send, onProgress: (sent: typeof last) => void (last = sent) }
  await expect(sendParts({ ...options, from: NOTHING_SENT })).rejects.toThrow('no answer')
  expect(last.created).toBe(1_000)
  expect((await sendParts({ ...options, from: last })).created).toBe(2_500)
  expect(firsts).toEqual([2, 1_002, 1_002, 2_002])
})

test('a cancelled import stops after the current part', async () => {
  const control = new AbortController()
  const sent = await sendParts({
    rows,
    from: NOTHING_SENT,
    signal: control.signal,
    onProgress: () => control.abort(),
    send: async (part) => ({ created: part.length, refused: [] }),
  })
  expect(sent.answered).toBe(1_000)
})
