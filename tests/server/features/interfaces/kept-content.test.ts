import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  keepMessage,
  readKeptMessage,
  showKeptMessage,
} from '#server/features/interfaces/public/kept-content.ts'

test('any bytes are read back unchanged, with their declared set', () => {
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

test('a text that looks like stored bytes is read back as that text', () => {
  const bytes = Buffer.from('data:application/hl7-v2;charset=;base64,TVNI')
  expect(readKeptMessage(keepMessage({ bytes, charset: '' })).bytes).toEqual(bytes)
})

test('ASCII and UTF-8 are stored as text', () => {
  expect(keepMessage({ bytes: Buffer.from('MSH|राव'), charset: '' })).toBe('MSH|राव')
})

test('a person sees the content as the endpoint reads it: by its declared set, else the client’s, else byte by byte', () => {
  const bytes = Buffer.from('MSH|^~\\&|Gómez', 'latin1')
  expect(showKeptMessage(keepMessage({ bytes, charset: 'iso-8859-1' }), '')).toContain('Gómez')
  expect(showKeptMessage(keepMessage({ bytes, charset: '' }), '8859/1')).toContain('Gómez')
  expect(showKeptMessage(keepMessage({ bytes, charset: '' }), '')).toContain('Gómez')
})
