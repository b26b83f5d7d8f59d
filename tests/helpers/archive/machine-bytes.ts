import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { PduCutter } from '#server/integrations/modality-worklist/pdu-cutter.ts'
import { startWorklistServer } from '#server/integrations/modality-worklist/worklist-server.ts'
import { askMachine, type Question } from './ask-machine.ts'

const [ASSOCIATE, DATA] = [0x01, 0x04]

/** The bytes that a machine sends for a query: to open its association, and to query. */
export interface MachineBytes {
  associate: Buffer
  question: Buffer
}

/** Runs a query of a real client and records what it sends. */
export async function recordQuestion(question: Omit<Question, 'port'>): Promise<MachineBytes> {
  const worklist = await startWorklistServer(
    { host: '127.0.0.1', port: 0 },
    {
      admit: async () => ({ kind: 'admitted', clientId: 'any' }),
      items: async () => [],
      failed: () => undefined,
    },
  )
  const parts: Buffer[] = []
  const cutter = new PduCutter()
  const between = createServer((socket) => {
    const onward = connect(worklist.port, '127.0.0.1')
    socket.on('data', (bytes) => {
      parts.push(...cutter.take(bytes))
      onward.write(bytes)
    })
    onward.pipe(socket)
    for (const end of [socket, onward]) end.on('error', () => undefined)
    socket.on('close', () => onward.destroy())
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  await askMachine({ ...question, port: (between.address() as AddressInfo).port })
  between.close()
  await worklist.close()
  const ofType = (type: number) => Buffer.concat(parts.filter((pdu) => pdu[0] === type))
  return { associate: ofType(ASSOCIATE), question: ofType(DATA) }
}
