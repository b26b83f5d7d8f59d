import { expect, test } from 'vitest'
import { isRealSignature, strokeBox } from '#domain/consent/real-signature.ts'

const line = (count: number, step: number) => ({
  points: Array.from({ length: count }, (_, at) => ({ x: 20 + at * step, y: 40 })),
})

test('an empty field, a dot, a tap and a speck are no signature', () => {
  expect(isRealSignature([])).toBe(false)
  expect(isRealSignature([{ points: [{ x: 5, y: 5 }] }])).toBe(false)
  expect(isRealSignature([{ points: Array.from({ length: 40 }, () => ({ x: 5, y: 5 })) }])).toBe(false)
  expect(isRealSignature([line(10, 1)])).toBe(false)
})

test('two distant points are a slip of the finger and no signature', () => {
  expect(isRealSignature([line(2, 200)])).toBe(false)
})

test('scribbling on one spot is no signature, however long', () => {
  const points = Array.from({ length: 200 }, (_, at) => ({ x: 10 + (at % 2) * 3, y: 10 }))
  expect(isRealSignature([{ points }])).toBe(false)
})

test('a name is a signature, in one stroke or in many', () => {
  expect(isRealSignature([line(12, 8)])).toBe(true)
  expect(isRealSignature([line(4, 8), line(4, 8)])).toBe(true)
})

test('the box contains all points; no points give no box', () => {
  expect(strokeBox([{ points: [] }])).toBeUndefined()
  expect(strokeBox([line(3, 10), { points: [{ x: 0, y: 90 }] }])).toEqual({
    left: 0,
    top: 40,
    width: 40,
    height: 50,
  })
})

test('a short name in a small field is a signature if it has the length and width of one', () => {
  // Down and up again: 16 pixels high, 48 long.
  const zigzag = (height: number) => [
    { points: Array.from({ length: 7 }, (_, at) => ({ x: 5, y: at % 2 === 0 ? 5 : 5 + height })) },
  ]
  expect(isRealSignature(zigzag(16))).toBe(true)
  expect(isRealSignature(zigzag(15.9))).toBe(false)
  expect(isRealSignature([line(6, 8)])).toBe(true)
  expect(isRealSignature([line(6, 7.9)])).toBe(false)
  expect(isRealSignature([line(5, 20)])).toBe(false)
})
