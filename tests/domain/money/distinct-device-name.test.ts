import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinctDeviceName, SHORTEST_DEVICE_NAME } from '#domain/money/distinct-device-name.ts'
import { shortDeviceName } from '#domain/money/provisional-no.ts'

test.each([
  ['Chrome on Linux', [], 'Chrome on Linux'],
  ['Chrome on Linux', ['Chrome on Linux'], 'Chrome on Linux 2'],
  ['Chrome on Linux', ['Chrome on Linux', 'Chrome on Linux 2'], 'Chrome on Linux 3'],
  ['Reception', ['Receiving'], 'Reception 2'],
  ['Front desk', ['First door'], 'Front desk 2'],
  ['Front desk 2', ['Front desk'], 'Front desk 2'],
])('%s beside %j is called %s', (name, others, distinct) => {
  expect(distinctDeviceName(name, others)).toBe(distinct)
})

test('devices of equal names get distinct letters on a paper, however many', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('Chrome on Linux', 'Desk', 'Front desk 2'),
  )
  fc.assert(
    fc.property(fc.array(name, { maxLength: 40 }), (wished) => {
      const names: string[] = []
      for (const one of wished) names.push(distinctDeviceName(one, names))
      for (const max of [SHORTEST_DEVICE_NAME, 6])
        expect(new Set(names.map((one) => shortDeviceName(one, max))).size).toBe(names.length)
    }),
  )
})
