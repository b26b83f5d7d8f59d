import { expect, test } from 'vitest'
import { romanise } from '#domain/patient/romanise.ts'

test.each([
  ['शर्मा^आशा', 'Sharma^Asha'],
  ['प्रिया कुमार', 'Priya Kumar'],
  ['রহমান', 'Rahaman'],
  ['சீதா', 'Chita'],
  ['Иванов^Пётр', 'Ivanov^Petr'],
  ['ЩЕРБАК', 'SHCHERBAK'],
  ['Ελένη', 'Eleni'],
  ['홍^길동', 'Hong^Gildong'],
  ['さとう^きょうこ', 'Satou^Kyouko'],
  ['はっとり', 'Hattori'],
  ['ﾔﾏﾀﾞ', 'Yamada'],
  ['Łódź Žižek', 'Lodz Zizek'],
  ['Straße', 'Strasse'],
  ['O’Brien', "O'Brien"],
  ['Kamat^Asha', 'Kamat^Asha'],
])('%s is %s', (text, latin) => {
  expect(romanise(text)).toBe(latin)
})

test('characters without a sound of their own stay unchanged', () => {
  expect(romanise('山田^太郎')).toBe('山田^太郎')
  expect(romanise('محمد')).toBe('محمد')
})
