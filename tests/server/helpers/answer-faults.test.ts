import { expect, test } from 'vitest'
import { AnswerFaults } from '#tests/helpers/network/answer-faults.ts'

const REQUEST = Buffer.from('POST /api/sync/commands HTTP/1.1\r\nhost: localhost\r\n\r\n')
const RESPONSE = Buffer.from('HTTP/1.1 200 OK\r\n\r\n{}')

function connect(faults: AnswerFaults) {
  const written: string[] = []
  const line = faults.watch({ write: (bytes) => written.push(bytes.toString()), cut: () => undefined })
  return { line, text: () => written.join('') }
}

test('a stalled response passes at the release, and one that arrives after it passes at once', () => {
  const faults = new AnswerFaults()
  const run = faults.add({ to: /sync\/commands/, after: 'nothing', ending: 'stall' })
  const [early, late] = [connect(faults), connect(faults)]
  early.line.request(REQUEST)
  late.line.request(REQUEST)
  early.line.answer(RESPONSE)
  expect([early.text(), run.hits]).toEqual(['', 1])
  run.release()
  late.line.answer(RESPONSE)
  expect([early.text(), late.text()]).toEqual([RESPONSE.toString(), RESPONSE.toString()])
})
