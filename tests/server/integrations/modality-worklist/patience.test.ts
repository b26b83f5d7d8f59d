import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { feedPdus, PduSocket } from '#server/integrations/modality-worklist/feed-pdus.ts'
import { startWorklistServer } from '#server/integrations/modality-worklist/worklist-server.ts'
import { recordQuestion } from '#tests/helpers/archive/machine-bytes.ts'

const PATIENCE_MS = 100
const { associate } = await recordQuestion({ aet: 'CT', called: 'READROOM' })

/** Opens a machine's connection with little patience; `settled` is how long each answer takes. */
async function connected(
  settled: () => Promise<void>,
): Promise<{ machine: Socket; ended: Promise<unknown> }> {
  const { promise: accepted, resolve } = Promise.withResolvers<Socket>()
  const server = createServer(resolve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const machine = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const socket = await accepted
  const ended = feedPdus(socket, new PduSocket(socket), settled, PATIENCE_MS).catch(() => undefined)
  onTestFinished(() => {
    machine.destroy()
    server.close()
  })
  machine.on('error', () => undefined).resume()
  return { machine, ended }
}

test('the server’s own working time does not count as the machine’s silence', async () => {
  const { machine, ended } = await connected(() => pause(4 * PATIENCE_MS))
  machine.write(associate)
  await pause(3 * PATIENCE_MS)
  expect(machine.readyState).toBe('open')
  // After that, the server waits for the machine again.
  await Promise.all([ended, once(machine, 'close')])
})

test('half a PDU and a silent machine are ended', async () => {
  for (const begun of [associate.subarray(0, 20), Buffer.alloc(0)]) {
    const { machine, ended } = await connected(async () => undefined)
    machine.write(begun)
    await Promise.all([ended, once(machine, 'close')])
  }
})

test('an association whose PDUs are too small for a response is refused', async () => {
  let admitted = 0
  const server = await startWorklistServer(
    { host: '127.0.0.1', port: 0 },
    {
      admit: async () => {
        admitted += 1
        return { kind: 'admitted', clientId: 'any' }
      },
      items: async () => [],
      failed: (error) => expect.fail(String(error)),
    },
  )
  const MAX_LENGTH_ITEM = Buffer.from([0x51, 0, 0, 4])
  const at = associate.indexOf(MAX_LENGTH_ITEM) + MAX_LENGTH_ITEM.length
  const [ACCEPTED, REFUSED] = [2, 3]
  for (const [max, answer] of [
    [1, REFUSED],
    [6, REFUSED],
    [1023, REFUSED],
    [1024, ACCEPTED],
    // No limit.
    [0, ACCEPTED],
  ] as const) {
    const asked = Buffer.from(associate)
    asked.writeUInt32BE(max, at)
    const machine = connect(server.port, '127.0.0.1')
    machine.on('error', () => undefined).write(asked)
    const [said] = (await once(machine, 'data')) as [Buffer]
    expect([max, said[0]]).toEqual([max, answer])
    machine.destroy()
  }
  expect(admitted).toBe(2)
  await server.close()
})
