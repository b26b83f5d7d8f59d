import type { PatientWords } from './words/en.ts'

/** Translates `M` and `Female` into the language; anything else is returned unchanged. */
export function sexText(sex: string, { sexes }: PatientWords): string {
  const [, letter] = /^\s*([mf])(ale|emale)?\s*$/i.exec(sex) ?? []
  return letter === undefined ? sex : sexes[letter.toUpperCase() as 'M' | 'F']
}

/** Translates `42Y` and `006M` into the language; anything else is returned unchanged. */
export function ageText(age: string, { ages }: PatientWords): string {
  const [, count, unit] = /^\s*0*(\d+)\s*([ymwd])\s*$/i.exec(age) ?? []
  return unit === undefined ? age : ages[unit.toUpperCase() as 'Y' | 'M' | 'W' | 'D'](Number(count))
}
