import { describe, expect, test } from 'vitest'
import { nameOfDicom } from '#domain/patient/name.ts'

describe('a name is read by the rules of its script', () => {
  test.each([
    ['Yamada^Tarou=山田^太郎=やまだ^たろう', 'Yamada Tarou (山田 太郎, やまだ たろう)'],
    ['=山田^太郎', '山田 太郎'],
    ['ﾔﾏﾀﾞ^ﾀﾛｳ', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['Hong^Gildong=洪^吉洞=홍^길동', 'Hong Gildong (洪 吉洞, 홍 길동)'],
    ['Hong^Gildong==홍^길동', 'Hong Gildong (홍 길동)'],
    ['Wang^XiaoDong=王^小东', 'Wang XiaoDong (王 小东)'],
    ['शर्मा^आशा', 'आशा शर्मा'],
    ['RAO^MEERA^^DR^PhD', 'DR MEERA RAO PhD'],
  ])('%s is %s', (name, shown) => {
    expect(nameOfDicom(name)).toBe(shown)
  })

  test('a source that writes names in reverse order is trusted, except for these scripts', () => {
    expect(nameOfDicom('Meera^Rao', 'family_first')).toBe('Meera Rao')
    expect(nameOfDicom('山田^太郎', 'family_first')).toBe('山田 太郎')
  })
})
