import { array, assert as check, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { compareWords } from '#domain/report/compare-words.ts'
import { hashesOfKeywords, hashInText, isSignatureHash } from '#domain/report/signature-address.ts'

const SIGNED = {
  report_data: '<p>The liver is normal.</p><ul><li>Spleen 11.5 cm</li></ul>',
  conclusion: '<p>Normal study.</p>',
  recommendation: '',
}

test.each([
  ['The liver is normal.\nSpleen 11.5 cm\nNormal study.', 'same', []],
  ['  The  liver is\nnormal. • Spleen 11.5 cm Normal study.', 'same', []],
  ['The liver is normal. 1. Spleen 11.5 cm Normal study.', 'same', []],
  [
    'Mr A\nThe liver is normal.\nSpleen 11.5 cm\nConclusion\nNormal study.\nDr B',
    'more',
    ['Mr A', 'Conclusion', 'Dr B'],
  ],
  ['The liver is not normal.\nSpleen 11.5 cm\nNormal study.', 'different', undefined],
  ['The liver is normal.\nSpleen 115 cm\nNormal study.', 'different', undefined],
  ['Normal study.\nSpleen 11.5 cm\nThe liver is normal.', 'different', undefined],
  ['', 'different', undefined],
] as const)('"%s" is %s', (given, verdict, more) => {
  const compared = compareWords(SIGNED, given)
  expect(compared.verdict).toBe(verdict)
  if (more) expect(compared.more).toEqual(more)
})

test('a paragraph may continue after a page’s end, with the foot and the head of the paper between', () => {
  const compared = compareWords(
    SIGNED,
    'The liver\nPage 1\fPatient A\nis normal. Spleen 11.5 cm Normal study.',
  )
  expect(compared).toEqual({ verdict: 'more', more: ['Page 1\fPatient A'], missing: 0 })
  expect(compareWords(SIGNED, 'The liver\nPage 1 is normal. Spleen 11.5 cm Normal study.').verdict).toBe(
    'different',
  )
})

test('a paragraph may continue after the end of any page, from its first letter to its last, and never before its beginning', () => {
  const long = { report_data: '<p>The liver is normal.</p>', conclusion: '', recommendation: '' }
  const verdictOf = (given: string) => compareWords(long, given).verdict
  expect(verdictOf('Cover\fThe liver\fis normal.')).toBe('more')
  expect(verdictOf('The liver\fis normal.')).toBe('same')
  expect(verdictOf('is normal.\fThe liver')).toBe('different')
  expect(verdictOf('T\fhe liver is normal.')).toBe('same')
  expect(verdictOf('The liver is normal\f.')).toBe('same')
})

test('a paragraph that continues after a page began on that page, even if its first words also occur on an earlier one', () => {
  const signed = { report_data: '<p>The liver is normal.</p>', conclusion: '', recommendation: '' }
  expect(compareWords(signed, 'The liver\fOther. The liver\fis normal.').more).toEqual(['The liver\fOther.'])
})

test('a paragraph that occurs twice must be present twice, and each missing one is counted', () => {
  const twice = {
    report_data: '<p>Normal.</p><p>Normal.</p>',
    conclusion: '<p>Clear.</p>',
    recommendation: '',
  }
  expect(compareWords(twice, 'Normal. Normal. Clear.')).toEqual({ verdict: 'same', more: [], missing: 0 })
  expect(compareWords(twice, 'Normal. Clear.').missing).toBe(1)
  expect(compareWords(twice, 'Other.')).toEqual({ verdict: 'different', more: ['Other.'], missing: 3 })
})

test('every part is compared, and further words are reported as given, also after wide letters', () => {
  const signed = {
    report_data: '<p>One ﬁne.</p>',
    conclusion: '<p>Two.</p>',
    recommendation: '<p>Three.</p>',
  }
  expect(compareWords(signed, 'One fine. Two. Three.').verdict).toBe('same')
  expect(compareWords(signed, 'One ﬁne. Two.').missing).toBe(1)
  expect(compareWords(signed, 'Dr 😀 A\nOne ﬁne. Two. Own words. Three.').more).toEqual([
    'Dr 😀 A',
    'Own words.',
  ])
})

const WORDS = ['liver', 'is', 'normal.', '5 mm', 'no', 'ﬁbroid', 'Å', 'साफ', '3:1', '-']

test('any text equals itself with any spacing, and differs once a word is left out', () => {
  check(
    property(array(constantFrom(...WORDS), { minLength: 1, maxLength: 12 }), (words) => {
      const signed = { ...SIGNED, report_data: `<p>${words.join(' ')}</p>`, conclusion: '' }
      expect(compareWords(signed, words.join('\n')).verdict).toBe('same')
      expect(compareWords(signed, words.join('')).missing).toBe(0)
      expect(compareWords(signed, `${words.slice(0, -1).join(' ')} other`).verdict).toBe('different')
    }),
  )
})

test('the hash is found in keywords, in an address, and alone', () => {
  const hash = 'a1'.repeat(32)
  expect(isSignatureHash(hash)).toBe(true)
  expect(isSignatureHash(hash.toUpperCase())).toBe(false)
  expect(hashesOfKeywords(`x readroom-signed:${hash} readroom-signed:${hash} readroom-signed:zz`)).toEqual([
    hash,
  ])
  for (const text of [
    hash,
    ` ${hash} `,
    `https://x.test/verify-signature?h=${hash}`,
    `readroom-signed:${hash}`,
  ])
    expect(hashInText(text), text).toBe(hash)
  expect(hashInText(`words ${hash}`)).toBeUndefined()
  expect(hashInText(`${hash}0`)).toBeUndefined()
})
