import { expect, test } from 'vitest'
import { EXCHANGE_KIND_TABLE, EXCHANGE_KINDS, exchangeKindLabel } from '#domain/exchange/kinds.ts'

test('each kind has its name, and one of a newer server is shown as it came', () => {
  expect(EXCHANGE_KINDS.map(exchangeKindLabel)).toEqual(
    EXCHANGE_KINDS.map((kind) => EXCHANGE_KIND_TABLE[kind].label),
  )
  expect(exchangeKindLabel('hl7_in')).toBe('HL7 orders in')
  expect(exchangeKindLabel('fax_in')).toBe('fax_in')
})
