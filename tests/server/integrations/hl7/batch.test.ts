import { describe, expect, test } from 'vitest'
import { batchOf, buildBatchAck } from '#server/integrations/hl7/batch.ts'

const NOW = new Date('2026-11-21T09:30:00Z')
const ONE = 'MSH|^~\\&|HIS|CITY|RR|SAN|2026||ORM^O01|M1|P|2.5\rPID|1'
const TWO = ONE.replace('M1', 'M2')
const FILE = 'FHS|^~\\&|HIS|CITY|||2026||||F7'
const BATCH = 'BHS|^~\\&|HIS|CITY|||2026||||B7'

describe('a batch', () => {
  test.each([
    ['a file', [FILE, BATCH, ONE, TWO, 'BTS|2', 'FTS|1'], ['FHS', 'BHS', 'MSH', 'MSH', 'BTS|2', 'FTS|1']],
    ['a batch alone', [BATCH, ONE, TWO, 'BTS|2'], ['BHS', 'MSH', 'MSH', 'BTS|2']],
    [
      'lines that end as on Windows',
      [BATCH, ONE, TWO, 'BTS|2'].map((one) => `${one}\n`),
      ['BHS', 'MSH', 'MSH', 'BTS|2'],
    ],
  ])('%s is split into its messages and acknowledged in its envelopes', (_, lines, answered) => {
    const batch = batchOf(Buffer.from(lines.join('\r')))
    if (!batch) throw new Error('no batch')
    expect(batch.messages.map((one) => one.toString())).toEqual([ONE, TWO])
    const ack = buildBatchAck(batch, ['MSH|1\r', 'MSH|2\r'], NOW).split('\r')
    expect(ack.slice(0, -1).map((line) => line.slice(0, /^[BF]TS/.test(line) ? 9 : 3))).toEqual(answered)
    expect(ack.find((line) => line.startsWith('BHS'))?.split('|')[11]).toBe('B7')
  })

  test('with fewer messages than announced is reported', () => {
    const batch = batchOf(Buffer.from([BATCH, ONE, 'BTS|2'].join('\r')))
    expect(batch && buildBatchAck(batch, ['MSH|1\r'], NOW)).toContain(
      'BTS|1|1 messages came, and BTS-1 says 2',
    )
  })

  test('is undefined for a single message', () => {
    expect(batchOf(Buffer.from(ONE))).toBeUndefined()
  })
})
