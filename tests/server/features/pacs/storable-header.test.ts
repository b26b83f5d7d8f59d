import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { storableHeader } from '#server/features/pacs/public/storable-header.ts'

test('attributes are kept under upper-case tags, everything else is left out', () => {
  const header = { '0020000d': { vr: 'UI', Value: ['1.2'] }, comment: { vr: 'LT' } }
  expect(JSON.parse(storableHeader(header))).toEqual({ '0020000D': { vr: 'UI', Value: ['1.2'] } })
})

test('an attribute as large as a picture is left out', () => {
  const header = {
    '00880200': { vr: 'SQ', Value: ['x'.repeat(5_000)] },
    '00100020': { vr: 'LO', Value: ['P'] },
  }
  expect(JSON.parse(storableHeader(header))).toEqual({ '00100020': { vr: 'LO', Value: ['P'] } })
})

test('whatever a server sends, the database can hold what is kept', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[0-9a-f]{8}$/), fc.jsonValue()),
      fc.string({ unit: 'binary' }),
      (header, text) => {
        const json = storableHeader({ ...(header as object), '00100010': { Value: [`\0${text}\ud800`] } })
        expect(json.isWellFormed()).toBe(true)
        expect(json).not.toMatch(/(?<!\\)(\\\\)*\\u(0000|d[89ab])/i)
      },
    ),
  )
})
