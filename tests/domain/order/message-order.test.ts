import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareMessages } from '#domain/order/message-order.ts'

const ZONE = 'Asia/Kolkata'
const sign = (one: [string, string], other: [string, string]) =>
  Math.sign(compareMessages({ order: one[0], message: one[1] }, { order: other[0], message: other[1] }, ZONE))

describe('the order in which messages about an order were created', () => {
  test.each<[string, [string, string], [string, string], number]>([
    ['by ORC-9', ['20261121100000', '20261121120000'], ['20261121110000', '20261121110000'], -1],
    [
      'by MSH-7 where ORC-9 is the same',
      ['2026112110', '20261121120000'],
      ['2026112110', '20261121110000'],
      1,
    ],
    ['by MSH-7 where one names no ORC-9', ['', '20261121120000'], ['20261121110000', ''], 1],
    ['by the instant and not by the digits', ['20261121100000+0000', ''], ['20261121110000+0530', ''], 1],
    ['in the zone of the branch without an offset', ['20261121100000', ''], ['20261121050000+0000', ''], -1],
    ['no finer than the coarser one', ['202611211000', ''], ['20261121100030', ''], 0],
    ['not at all where one is no time', ['yesterday', ''], ['20261121100000', ''], 0],
    ['not at all where one is a day that no calendar has', ['20261399', ''], ['20261121100000', ''], 0],
    ['not at all without times', ['', ''], ['', ''], 0],
  ])('%s', (_, one, other, expected) => {
    expect(sign(one, other)).toBe(expected)
    expect(sign(other, one)).toBe(expected === 0 ? 0 : -expected)
  })

  test('junk never gives a wrong order', () => {
    const time = fc.oneof(fc.string(), fc.constantFrom('', '2026', '20261121', '202611211000+0530'))
    fc.assert(
      fc.property(time, time, time, time, (a, b, c, d) => {
        const by = compareMessages({ order: a, message: b }, { order: c, message: d }, ZONE)
        expect(Number.isFinite(by)).toBe(true)
      }),
    )
  })
})
