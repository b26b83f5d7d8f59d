import { expect, test } from 'vitest'
import { changeOf, problemOf, valuesOf } from '#src/parts/edit-study/edit-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'

const TODAY = '2026-11-21'
const seen = valuesOf(studyRowOf({ id: 'one', pat_birthdate: null }))

test('only changed fields are sent, with the seen values', () => {
  const values = { ...seen, pat_name: ' Rao Lakshmi ', pat_birthdate: '1971-03-04' }
  expect(changeOf(seen, values)).toEqual({
    fields: { pat_name: 'Rao Lakshmi', pat_birthdate: '1971-03-04' },
    seen: { pat_name: 'Test Person', pat_birthdate: null },
  })
  expect(changeOf(seen, seen).fields).toEqual({})
})

test.each([
  ['a name', 'pat_name', 'Rao', false],
  ['no name', 'pat_name', '  ', true],
  ['a birth date', 'pat_birthdate', '1971-03-04', false],
  ['no birth date', 'pat_birthdate', '', false],
  ['a birth date to come', 'pat_birthdate', '2026-11-22', true],
  ['a birth date of 2030', 'pat_birthdate', '2030-01-01', true],
  ['a birth date of 1700', 'pat_birthdate', '1700-01-01', true],
  ['a day that does not exist', 'pat_birthdate', '1971-02-30', true],
] as const)('%s is judged', (_says, field, value, isWrong) => {
  expect(problemOf(field, { ...seen, [field]: value }, TODAY) !== undefined).toBe(isWrong)
})
