import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeHl7, unescapeHl7 } from '#server/integrations/hl7/escape.ts'
import { readOrders } from '#server/integrations/hl7/read-order.ts'
import { withStandardMarks } from '#server/integrations/hl7/standard-marks.ts'

/** Five different marks that are neither letters nor digits. */
const marks = fc.uniqueArray(fc.constantFrom(...'|^~\\&#$%*+!?@;:<>{}[]'.split('')), {
  minLength: 5,
  maxLength: 5,
})

/** Returns a text as a sender with these marks writes it. */
function written(text: string, [bar, component, repetition, escape, part]: readonly string[]): string {
  const codes = new Map([
    [bar, 'F'],
    [component, 'S'],
    [repetition, 'R'],
    [escape, 'E'],
    [part, 'T'],
  ])
  return Array.from(text)
    .map((letter) => (codes.has(letter) ? `${escape}${codes.get(letter)}${escape}` : letter))
    .join('')
}

/** Returns an order of a sender with these marks. */
function orderWith(given: readonly string[], description: string): string {
  const [bar = '', component = '', repetition = '', escape = '', part = ''] = given
  const join = (...fields: string[]) => fields.join(bar)
  return [
    `MSH${bar}${component}${repetition}${escape}${part}${bar}${join('HIS', 'CITY', 'RR', 'SAN', '2026', '', `ORM${component}O01`, 'M1', 'P', '2.5')}`,
    join('PID', '1', '', 'MRN7', '', `Rao${component}Meera`),
    join('ORC', 'NW', 'O1'),
    join('OBR', '1', 'O1', '', `C${component}${written(description, given)}`),
  ].join('\r')
}

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => `x${text.replace(/[\p{Cc}\u2028\u2029]/gu, '')}x`)

describe('marks of a message', () => {
  test('of every choice are read, and no letter of a text is mistaken for one', () => {
    fc.assert(
      fc.property(marks, words, (given, description) => {
        const read = readOrders(orderWith(given, description))
        expect(read.ok && read.orders[0]?.description).toBe(description)
      }),
    )
  })

  test('of the standard leave a message as it is', () => {
    const message = orderWith(['|', '^', '~', '\\', '&'], 'CT | Chest')
    expect(withStandardMarks(message, 'utf-8')).toBe(message)
  })

  test.each(['MSH||||', 'MSH|^^~\\', 'MSH|abcd|x', 'MSH'])(
    'that are invalid (%s) are reported',
    (message) => {
      expect(withStandardMarks(`${message}|A|B`, 'utf-8')).toBeUndefined()
    },
  )

  test('letters sent as bytes are in the message’s set', () => {
    const message = orderWith(['|', '^', '~', '\\', '&'], 'x').replace('|C^x', '|C^Jos\\XE9\\')
    const read = (label: string) => {
      const orders = readOrders(message, { label })
      return orders.ok && orders.orders[0]?.description
    }
    expect(read('iso-8859-1')).toBe('José')
    expect(read('windows-1256')).toBe('José')
    expect(read('iso-8859-6')).toBe('Josى')
  })
})

describe('junk', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'MSH|^~\\&|',
      'PID|',
      'ORC|NW|',
      'OBR|1|',
      '\r',
      '\n',
      '|',
      '^',
      '~',
      '\\',
      '&',
      '\\X',
      '""',
      'ZDS|',
    ),
  )

  test('of any kind is read or refused by its place, and never throws', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.boolean(), (pieces, isHeaded) => {
        const head = isHeaded ? 'MSH|^~\\&|A|B|C|D|E||ORM^O01|1|P|2.5\r' : ''
        const read = readOrders(head + pieces.join(''))
        if (!read.ok) expect(read.error.place).not.toBe('')
      }),
      { numRuns: 500 },
    )
  })

  test('a message cut at any point is read or refused', () => {
    const whole = orderWith(['|', '^', '~', '\\', '&'], 'CT')
    fc.assert(
      fc.property(fc.nat({ max: whole.length }), (at) => {
        expect(() => readOrders(whole.slice(0, at))).not.toThrow()
      }),
    )
  })

  test('escapes of any form end, and escaped text comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'\\|^&~.brHNFSTREX0AD \r\n'.split('')) }), (text) => {
        expect(() => unescapeHl7(text)).not.toThrow()
        expect(unescapeHl7(escapeHl7(text))).toBe(text)
      }),
    )
  })
})
