import fc from 'fast-check'
import { expect, test } from 'vitest'
import { familiesOfLocale, hanFormOf } from '#render/fonts/families.ts'
import { composeHangul } from '#render/fonts/font-shelf.ts'
import { hasLetter, readRanges, writeRanges } from '#render/fonts/letter-ranges.ts'
import shelfData from '#render/fonts/shelf.json' with { type: 'json' }
import { shelf } from '#tests/helpers/paper/render-assets.ts'
import { readShelf } from '../../../scripts/lib/read-shelf.ts'

const namesOf = (text: string, locale = '') =>
  shelf.filesFor(text, hanFormOf(locale, text)).map(({ family }) => family.id)

test('the table of letters matches the font packages (else run node scripts/font-shelf.ts)', async () => {
  expect(await readShelf()).toEqual(shelfData)
}, 60_000)

test('letters are read from a table as they were written into it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0x10ffff })), (codes) => {
      const ranges = readRanges(writeRanges(codes))
      const known = new Set(codes)
      for (const code of codes)
        for (const near of [code - 1, code, code + 1]) expect(hasLetter(ranges, near)).toBe(known.has(near))
    }),
  )
})

test('a text requires the fonts of its scripts and no others', () => {
  expect(namesOf('Anjali Menon 54Y ≥ 3 mm')).toEqual([])
  expect(namesOf('अनीता · فاطمة · Ольга')).toEqual([])
  expect(namesOf('สมชาย')).toEqual(['thai'])
  expect(namesOf('முருகன் 12 mm রফিকুল')).toEqual(['bengali', 'tamil'])
})

test('Han letters use the form of the country, else that of the letters beside them', () => {
  expect(new Set(namesOf('王小明'))).toEqual(new Set(['sc']))
  expect(new Set(namesOf('王小明', 'zh-TW'))).toEqual(new Set(['tc']))
  expect(new Set(namesOf('王小明', 'ja-JP'))).toEqual(new Set(['jp']))
  expect(new Set(namesOf('佐藤ゆうこ'))).toEqual(new Set(['jp']))
  expect(hanFormOf('en-IN', '金민수')).toBe('kr')
  // A letter missing in the country's font comes from another one.
  expect(namesOf('한', 'ja-JP')).toEqual(['kr'])
})

test('a country keeps the fonts of its language preloaded', () => {
  expect(familiesOfLocale('th-TH').map(({ id }) => id)).toEqual(['thai'])
  expect(familiesOfLocale('zh-HK').map(({ id }) => id)).toEqual(['tc'])
  expect(familiesOfLocale('zh-SG').map(({ id }) => id)).toEqual(['sc'])
  expect(familiesOfLocale('en-IN')).toEqual([])
})

test('Korean letters that were written separately are set as syllables', () => {
  expect(composeHangul('김민수'.normalize('NFD'))).toBe('김민수')
  expect(composeHangul('e\u0301 김')).toBe('e\u0301 김')
})
