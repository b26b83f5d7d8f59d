import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HL7_CHARSETS, type Hl7Charset } from '#domain/message/hl7-charsets.ts'
import { encodeAs } from '#server/integrations/hl7/charset.ts'
import { decodeMessage } from '#server/integrations/hl7/decode-message.ts'

const message = (charset: string, name: string) =>
  `MSH|^~\\&|HIS|CITY|RR|SAN|2026||ORM^O01|M1|P|2.5||||||${charset}\rPID|1||7||${name}`
const bytesOf = (charset: Hl7Charset, text: string) => {
  const bytes = encodeAs(charset, text)
  if (!bytes) throw new Error('not in this set')
  return bytes
}
const textOf = (bytes: Buffer, spoken: Parameters<typeof decodeMessage>[1] = {}) => {
  const decoded = decodeMessage(bytes, spoken)
  return decoded.ok ? decoded.text : decoded.rule
}

describe('MSH-18 decides the encoding of a message:', () => {
  test.each<[string, Hl7Charset, string]>([
    ['8859/1', '8859/1', 'Gómez^José'],
    ['ISO_IR 100', '8859/1', 'Gómez^José'],
    ['8859/15', '8859/15', 'Œuvre €'],
    ['8859/6', '8859/6', 'شاه^مينا'],
    ['UNICODE UTF-8', 'UNICODE UTF-8', 'شاه^José^संजीवनी'],
    ['UTF-8', 'UNICODE UTF-8', 'José'],
    ['WINDOWS-1256', 'WINDOWS-1256', 'گوهر^پروين'],
    ['8859/1~8859/6', '8859/1', 'José'],
  ])('%s', (named, charset, name) => {
    const text = message(named, name)
    expect(textOf(bytesOf(charset, text))).toBe(text)
  })

  test('also over the client’s setting and the content type', () => {
    const text = message('8859/1', 'José')
    expect(textOf(bytesOf('8859/1', text), { ofClient: '8859/6', contentType: 'utf-8' })).toBe(text)
  })

  test('without it: the content type, UTF-8 where it is valid, the client’s setting', () => {
    const arabic = message('', 'شاه')
    expect(textOf(bytesOf('UNICODE UTF-8', arabic), { ofClient: '8859/1' })).toBe(arabic)
    expect(textOf(bytesOf('WINDOWS-1256', arabic), { ofClient: 'WINDOWS-1256' })).toBe(arabic)
    expect(textOf(bytesOf('8859/6', arabic), { contentType: 'iso-8859-6', ofClient: '8859/1' })).toBe(arabic)
    // HTTP libraries add charset=utf-8 by default.
    expect(textOf(bytesOf('8859/6', arabic), { contentType: 'utf-8', ofClient: '8859/6' })).toBe(arabic)
  })

  test('bytes that fit no set are not guessed', () => {
    expect(textOf(bytesOf('8859/1', message('', 'José')))).toContain('names no character set')
    expect(textOf(bytesOf('8859/1', message('UNICODE UTF-8', 'José')))).toContain('names UNICODE UTF-8')
  })

  test('delimiters other than the standard’s are accepted', () => {
    const text = message('8859/1', 'José').replaceAll('|', '#')
    expect(textOf(bytesOf('8859/1', text))).toBe(text)
  })
})

describe('letters of a set', () => {
  test('come back as they were sent, and none becomes a question mark', () => {
    const letters = fc.string({ unit: 'grapheme', maxLength: 40 })
    fc.assert(
      fc.property(fc.constantFrom(...HL7_CHARSETS), letters, (charset, name) => {
        const text = message(charset, name.replace(/[\r\n\ufeff]/g, '').replaceAll('\0', ''))
        const bytes = encodeAs(charset, text)
        if (bytes && !/[\u00a0‘’“”–—…•\u200e\u200f]/.test(text)) expect(textOf(bytes)).toBe(text)
      }),
    )
  })

  test('missing from that set are not sent in it; typographic marks become plain ones', () => {
    expect(encodeAs('8859/1', 'Ω')).toBeUndefined()
    expect(encodeAs('8859/1', '“5 – 6…”')?.toString('latin1')).toBe('"5 - 6..."')
  })
})
