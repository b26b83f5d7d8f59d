import type { PatientWords } from './words/en.ts'

/** `M` and `Female` as words of the language; anything else as it came. */
export function sexText(sex: string, { sexes }: PatientWords): string {
  const [, letter] = /^\s*([mf])(ale|emale)?\s*$/i.exec(sex) ?? []
  return letter === undefined ? sex : sexes[letter.toUpperCase() as 'M' | 'F']
}

/** `42Y` and `006M` as words of the language; anything else as it came. */
export function ageText(age: string, { ages }: PatientWords): string {
  const [, count, unit] = /^\s*0*(\d+)\s*([ymwd])\s*$/i.exec(age) ?? []
  return unit === undefined ? age : ages[unit.toUpperCase() as 'Y' | 'M' | 'W' | 'D'](Number(count))
}
