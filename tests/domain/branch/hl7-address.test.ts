import { expect, test } from 'vitest'
import { isHl7Address } from '#domain/branch/hl7-address.ts'

test.each([
  ['mllp://10.0.0.5:2575', true],
  ['mllp://ris.example:6661', true],
  ['http://ris.example/hl7', true],
  ['https://ris.example/hl7', true],
  // MLLP has no default port, and encrypted MLLP is not supported here.
  ['mllp://10.0.0.5', false],
  ['mllps://10.0.0.5:2575', false],
  ['mllp://:2575', false],
  ['ftp://ris.example', false],
  ['ris.example:2575', false],
  ['', false],
])('%s as an address for HL7: %s', (address, isOne) => {
  expect(isHl7Address(address)).toBe(isOne)
})
