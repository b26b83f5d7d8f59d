import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepMessage, readKeptMessage, showKeptMessage } from '#server/features/interfaces/kept-content.ts'

test('any bytes are read back as they came, with the set that was named beside them', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      ),
      fc.constantFrom('', 'utf-8', 'iso-8859-1'),
      (bytes, charset) => {
        const message = { bytes: Buffer.from(bytes), charset }
        expect(readKeptMessage(keepMessage(message))).toEqual(message)
      },
    ),
  )
})

test('a text that looks like kept bytes is read back as that text', () => {
  const bytes = Buffer.from('data:application/hl7-v2;charset=;base64,TVNI')
  expect(readKeptMessage(keepMessage({ bytes, charset: '' })).bytes).toEqual(bytes)
})

test('letters of ASCII and UTF-8 are kept as text', () => {
  expect(keepMessage({ bytes: Buffer.from('MSH|राव'), charset: '' })).toBe('MSH|राव')
})

test('a person sees what the door reads: by the set beside it, else by that of the client, else byte by byte', () => {
  const bytes = Buffer.from('MSH|^~\\&|Gómez', 'latin1')
  expect(showKeptMessage(keepMessage({ bytes, charset: 'iso-8859-1' }), '')).toContain('Gómez')
  expect(showKeptMessage(keepMessage({ bytes, charset: '' }), '8859/1')).toContain('Gómez')
  expect(showKeptMessage(keepMessage({ bytes, charset: '' }), '')).toContain('Gómez')
})
