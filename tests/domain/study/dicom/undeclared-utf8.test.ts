import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStudyHeader } from '#domain/study/dicom/study-header.ts'
import { findUndeclaredUtf8 } from '#domain/study/dicom/undeclared-utf8.ts'

const asLatin = (text: string, coding: 'latin1' | 'windows-1252') =>
  coding === 'latin1'
    ? Buffer.from(text, 'utf8').toString('latin1')
    : new TextDecoder(coding).decode(Buffer.from(text, 'utf8'))

test.each(['Gómez^José', 'शर्मा^आशा', '山田^太郎', 'O’Brien'])(
  '%s is recovered from the misread text',
  (text) => {
    expect(findUndeclaredUtf8(asLatin(text, 'latin1'))).toBe(text)
    expect(findUndeclaredUtf8(asLatin(text, 'windows-1252'))).toBe(text)
  },
)

test.each(['Gómez^José', 'Müller', 'Kamat', '', 'शर्मा', 'Ñandú', 'Åse Ærø', 'Ā', 'Ānanda', 'Łukasz'])(
  '%s is left as it is',
  (text) => {
    expect(findUndeclaredUtf8(text)).toBeUndefined()
  },
)

test('every text written as UTF-8 is recovered', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const well = text.toWellFormed()
      if (/^[\0-\x7f]*$/.test(well)) return
      expect(findUndeclaredUtf8(asLatin(well, 'latin1'))).toBe(well)
    }),
  )
})

test('a header with such a name is read with the intended name', () => {
  const header = {
    '0020000D': { vr: 'UI', Value: ['1.2.3'] },
    '00100010': { vr: 'PN', Value: [{ Alphabetic: asLatin('Gómez^José', 'latin1') }] },
    '00081030': { vr: 'LO', Value: [asLatin('Schädel', 'latin1')] },
  }
  const read = readStudyHeader(header, { zone: 'UTC', today: '2026-11-25' })
  expect(read).toMatchObject({ ok: true, study: { pat_name: 'José Gómez', study_desc: 'Schädel' } })
})
