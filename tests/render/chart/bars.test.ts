import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutBars } from '#render/chart/bars.ts'
import type { BarsSpec } from '#render/chart/chart-spec.ts'
import { boxesOf, FRAME, textsOf } from '#tests/helpers/paper/chart-marks.ts'

const bars = (values: readonly number[], unit: BarsSpec['unit'] = { kind: 'count' }): BarsSpec => ({
  form: 'bars',
  unit,
  items: values.map((value, index) => ({ label: `L${index}`, value })),
})
const anyValues = fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 1, maxLength: 60 })

test('a bar twice as long means a value twice as large', () => {
  const [one, two] = boxesOf(layOutBars(bars([10, 20]), FRAME))
  expect(two!.height).toBeCloseTo(one!.height * 2, 1)
})

test('every bar begins at zero, and values below zero are below it', () => {
  fc.assert(
    fc.property(anyValues, (values) => {
      const drawing = layOutBars(bars(values), FRAME)
      const zero = zeroOf(drawing)
      const boxes = boxesOf(drawing)
      const drawn = values.filter((value) => value !== 0)
      expect(boxes.length).toBe(drawn.length)
      for (const [index, box] of boxes.entries()) {
        const edge = drawn[index]! > 0 ? box.y + box.height : box.y
        expect(Math.abs(edge - zero)).toBeLessThan(0.03)
      }
    }),
  )
})

test('heights are in proportion to values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 2, maxLength: 40 }), (values) => {
      const boxes = boxesOf(layOutBars(bars(values), FRAME))
      const perUnit = boxes[0]!.height / values[0]!
      // Numbers of a path have two decimals, which affects a bar of one unit the most.
      for (const [index, box] of boxes.entries())
        expect(Math.abs(box.height - values[index]! * perUnit)).toBeLessThan(
          0.02 + (0.02 * values[index]!) / values[0]!,
        )
    }),
  )
})

test('bars stay inside the frame and do not touch each other', () => {
  fc.assert(
    fc.property(anyValues, (values) => {
      const boxes = boxesOf(layOutBars(bars(values), FRAME))
      for (const [index, box] of boxes.entries()) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(FRAME.width)
        expect(box.y).toBeGreaterThanOrEqual(-0.01)
        if (index > 0) expect(box.x).toBeGreaterThan(boxes[index - 1]!.x + boxes[index - 1]!.width)
      }
    }),
  )
})

test('numbers are above the bars if there is space for all of them', () => {
  const few = textsOf(layOutBars(bars([12, 3]), FRAME)).map(({ text }) => text)
  expect(few).toContain('12')
  const many = textsOf(layOutBars(bars(Array.from({ length: 90 }, () => 123_456_789)), FRAME))
  expect(many.filter(({ ink }) => ink === 'text')).toEqual([])
})

test('labels under the axis never touch', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 200, max: 1_400 }), (count, width) => {
      const spec = bars(Array.from({ length: count }, () => 1))
      const labels = textsOf(layOutBars(spec, { ...FRAME, width })).filter(({ text }) => text.startsWith('L'))
      expect(labels.length).toBeGreaterThan(0)
      for (const [index, label] of labels.entries()) {
        const before = labels[index - 1]
        if (!before) continue
        const half = (FRAME.textWidth(label.text, label.size) + FRAME.textWidth(before.text, before.size)) / 2
        expect(label.x - before.x).toBeGreaterThan(half)
      }
    }),
  )
})

test('the axis of money in India counts in lakhs and crores', () => {
  const money = { locale: 'en-IN', currency: 'INR', decimals: 2 }
  const texts = textsOf(layOutBars(bars([1_000_000, 25_000_000], { kind: 'money', money }), FRAME))
  expect(texts.map(({ text }) => text)).toContain('2 Cr')
  expect(texts.map(({ text }) => text)).toContain('50 L')
})

test('the pointer finds the bar under it', () => {
  const { cells } = layOutBars(bars([4, 8, 15, 16]), FRAME)
  for (let column = 0; column < 4; column++) {
    const box = cells.boxOf({ column, row: 0 })
    expect(cells.nearest(box.x + box.width / 2, 5)).toEqual({ column, row: 0 })
  }
  expect(cells.nearest(-50, 0).column).toBe(0)
  expect(cells.nearest(5_000, 0).column).toBe(3)
})

/** Returns the height of the line at zero: the only grid line in the stronger colour. */
function zeroOf({ marks }: ReturnType<typeof layOutBars>): number {
  const line = marks.find((mark) => mark.kind === 'line' && mark.ink === 'quiet')
  if (line?.kind !== 'line') throw new Error('no line at zero')
  return Number(/ (\S+)H/.exec(line.d)?.[1])
}
