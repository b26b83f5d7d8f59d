import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startWorklistServer } from '#server/integrations/modality-worklist/worklist-server.ts'
import { recordQuestion } from '#tests/helpers/archive/machine-bytes.ts'

const QUESTIONS = 100
/** An answer of 64 kB: some dozens of them fill the network's buffers. */
const ITEM = {
  Allergies: Array.from({ length: 1_000 }, (_, n) => `${n}`.padEnd(60, 'x')),
  ScheduledProcedureStepSequence: [{ Modality: 'CT' }],
}
const ITEMS = 10

test('a client that reads no responses is told to wait, and memory does not grow with its queries', async () => {
  const { associate, question } = await recordQuestion({
    aet: 'CT',
    called: 'READROOM',
    keys: { Allergies: '' },
  })
  const seen = { asked: 0 }
  const server = await startWorklistServer(
    { host: '127.0.0.1', port: 0 },
    {
      admit: async () => ({ kind: 'admitted', clientId: 'any' }),
      items: async () => {
        seen.asked += 1
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
  // It sends until the network's buffers are full, and then waits.
  const before = await standing(seen)
  expect(before).toBeLessThan(QUESTIONS / 2)
  // A machine that finally reads receives the rest.
  machine.resume()
  await vi.waitFor(() => expect(seen.asked).toBeGreaterThan(before))
  machine.destroy()
  await server.close()
})

/** Waits until no more requests are accepted; returns their number. */
async function standing(seen: { asked: number }): Promise<number> {
  for (let before = -1; ; before = seen.asked) {
    await pause(300)
    if (seen.asked > 0 && seen.asked === before) return before
  }
}
