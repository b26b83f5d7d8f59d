import { expect, test } from 'vitest'
import {
  EXCHANGE_KIND_TABLE,
  EXCHANGE_KINDS,
  EXCHANGE_OUTCOMES,
  exchangeKindLabel,
  isBadOutcome,
  isCollectivePeer,
} from '#domain/exchange/kinds.ts'

test('each kind has its name, and an unknown kind of a newer server is shown unchanged', () => {
  expect(EXCHANGE_KINDS.map(exchangeKindLabel)).toEqual(
    EXCHANGE_KINDS.map((kind) => EXCHANGE_KIND_TABLE[kind].label),
  )
  expect(exchangeKindLabel('hl7_in')).toBe('HL7 orders in')
  expect(exchangeKindLabel('fax_in')).toBe('fax_in')
})

test('the silence of systems that send by themselves, and of image servers that are polled, signals a fault', () => {
  const heard = EXCHANGE_KINDS.filter((kind) => EXCHANGE_KIND_TABLE[kind].isHeard)
  expect(heard).toEqual(['hl7_in', 'pacs_poll', 'worklist', 'xml_in', 'lab_in'])
})

test('a kind that is named for its direction has that direction', () => {
  for (const kind of EXCHANGE_KINDS) {
    const [direction] = /(?:in|out)$/.exec(kind) ?? []
    if (direction !== undefined) expect(EXCHANGE_KIND_TABLE[kind].direction, kind).toBe(direction)
  }
})

test('a message that is accepted, now or before, is done; a refused or failed one is not', () => {
  expect(EXCHANGE_OUTCOMES.filter(isBadOutcome)).toEqual(['refused', 'failed'])
})

test('names shared by many systems are distinguished from the name of one', () => {
  expect(
    ['Others', 'Machines that are not known', 'CT_ROOM1', '', 'unknownMachines'].map(isCollectivePeer),
  ).toEqual([true, true, false, false, false])
})
