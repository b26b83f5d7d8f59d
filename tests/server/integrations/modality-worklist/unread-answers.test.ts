import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startWorklistServer } from '#server/integrations/modality-worklist/worklist-server.ts'
import { recordQuestion } from '#tests/helpers/machine-bytes.ts'

const QUESTIONS = 100
/** An answer of 64 kB: more than the network holds comes with some dozens of them. */
const ITEM = {
  Allergies: Array.from({ length: 1_000 }, (_, n) => `${n}`.padEnd(60, 'x')),
  ScheduledProcedureStepSequence: [{ Modality: 'CT' }],
}
const ITEMS = 10

test('who asks and reads no answer is asked to wait, and memory does not grow with the questions', async () => {
  const { associate, question } = await recordQuestion({
    aet: 'CT',
    called: 'READROOM',
    keys: { Allergies: '' },
  })
  let asked = 0
  const server = await startWorklistServer(
    { host: '127.0.0.1', port: 0 },
    {
      admit: async () => ({ kind: 'admitted', clientId: 'any' }),
      items: async () => {
        asked += 1
        return Array.from({ length: ITEMS }, () => ITEM)
      },
      failed: (error) => expect.fail(String(error)),
    },
  )
  const machine = connect(server.port, '127.0.0.1')
  machine.on('error', () => undefined)
  machine.write(associate)
  await once(machine, 'data')
  machine.pause()
  for (let n = 0; n < QUESTIONS; n += 1) machine.write(question)
  // It goes on until the network holds no more, and then stands still.
  let before = -1
  while (asked !== before || asked === 0) {
    before = asked
    await pause(300)
  }
  expect(asked).toBeLessThan(QUESTIONS / 2)
  // Whoever reads at last is answered further.
  machine.resume()
  while (asked === before) await pause(20)
  machine.destroy()
  await server.close()
})
