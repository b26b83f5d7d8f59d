import { expect, test } from 'vitest'
import { checkOf } from '#contract/masters/engine/field.ts'

const problemOf = (value: string, use?: 'hl7') =>
  checkOf({ kind: 'url', label: 'Address', ...(use && { use }) }).safeParse(value).error?.issues[0]?.message

test('the form applies the server’s rule to an HL7 address, and the rule of web addresses to others', () => {
  expect(problemOf('mllp://ris.example:2575', 'hl7')).toBeUndefined()
  expect(problemOf('', 'hl7')).toBeUndefined()
  for (const wrong of ['mllp://ris.example', 'mllps://ris.example:2575'])
    expect(problemOf(wrong, 'hl7')).toBe('must be http(s):// or mllp://host:port')
  expect(problemOf('https://ris.example')).toBeUndefined()
  expect(problemOf('mllp://ris.example:2575')).toBe('must be a web address')
})
