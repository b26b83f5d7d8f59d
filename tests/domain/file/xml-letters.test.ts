import fc from 'fast-check'
import { expect, test } from 'vitest'
import { xmlLetters } from '#domain/file/xml-letters.ts'

test('control characters and lone surrogates are removed; letters of all scripts, tabs and line ends stay', () => {
  expect(xmlLetters('CT\u0000\u0007 Ch\u001best\ufffe\uffff\ud800')).toBe('CT Chest')
  expect(xmlLetters('é सं 胸\t😀\r\nx\u0085')).toBe('é सं 胸\t😀\r\nx\u0085')
})

test('the result is the text without them, and a document may contain it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const left = xmlLetters(text)
      expect(left.isWellFormed()).toBe(true)
      expect(Array.from(left).filter((letter) => letter < ' ' && !'\t\n\r'.includes(letter))).toEqual([])
      expect(xmlLetters(left)).toBe(left)
    }),
  )
})

test('of the first 32 characters only tab and line ends stay', () => {
  const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code))
  expect(controls.filter((control) => xmlLetters(control) === control)).toEqual(['\t', '\n', '\r'])
})
