import { expect, test } from 'vitest'
import {
  EXCHANGE_KIND_TABLE,
  EXCHANGE_KINDS,
  EXCHANGE_OUTCOMES,
  exchangeKindLabel,
  isBadOutcome,
  isCollectivePeer,
} from '#domain/exchange/kinds.ts'

test('each kind has its name, and one of a newer server is shown as it came', () => {
  expect(EXCHANGE_KINDS.map(exchangeKindLabel)).toEqual(
    EXCHANGE_KINDS.map((kind) => EXCHANGE_KIND_TABLE[kind].label),
  )
  expect(exchangeKindLabel('hl7_in')).toBe('HL7 orders in')
  expect(exchangeKindLabel('fax_in')).toBe('fax_in')
})

test('the silence of those that send by themselves, and of image servers that are polled, means that something is wrong', () => {
  const heard = EXCHANGE_KINDS.filter((kind) => EXCHANGE_KIND_TABLE[kind].isHeard)
  expect(heard).toEqual(['hl7_in', 'pacs_poll', 'worklist', 'xml_in', 'lab_in'])
})

test('a kind that is named for its direction has it', () => {
  for (const kind of EXCHANGE_KINDS) {
    const [direction] = /(?:in|out)$/.exec(kind) ?? []
    if (direction !== undefined) expect(EXCHANGE_KIND_TABLE[kind].direction, kind).toBe(direction)
  }
})

test('what was taken, or taken before, has done its work; what was refused or failed has not', () => {
  expect(EXCHANGE_OUTCOMES.filter(isBadOutcome)).toEqual(['refused', 'failed'])
})

test('names that stand for many systems are told from the name of one', () => {
  expect(
    ['Others', 'Machines that are not known', 'CT_ROOM1', '', 'unknownMachines'].map(isCollectivePeer),
  ).toEqual([true, true, false, false, false])
})
