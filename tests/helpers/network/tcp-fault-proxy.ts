import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type AnswerFault, type AnswerFaultRun, AnswerFaults } from './answer-faults.ts'

/** The fault of connections: forwarded, refused, accepted without a response, or cut in the middle of a response. */
export type TcpFault =
  | { kind: 'none' }
  | { kind: 'refuse' }
  | { kind: 'hang' }
  | { kind: 'delay'; ms: number }
  | { kind: 'cut'; afterBytes: number }

export interface TcpFaultProxy {
  port: number
  /** Takes effect for new connections; closes open ones. */
  set(fault: TcpFault): void
  /** From now on the responses to some calls are faulty, also on open connections. */
  fail(fault: AnswerFault): AnswerFaultRun
  /** The number of connections so far. */
  readonly connections: number
  close(): Promise<void>
}

/** Starts a loopback proxy in front of `targetPort` with switchable faults. */
export async function startTcpFaultProxy(targetPort: number): Promise<TcpFaultProxy> {
  const sockets = new Set<Socket>()
  const answers = new AnswerFaults()
  let fault: TcpFault = { kind: 'none' }
  let connections = 0
  const server = createServer((client) => {
    connections++
    keep(sockets, client)
    if (fault.kind === 'refuse') client.resetAndDestroy()
    else if (fault.kind !== 'hang') passOn(client, { targetPort, fault, sockets, answers })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    get connections() {
      return connections
    },
    set(next) {
      fault = next
      for (const socket of sockets) socket.destroy()
    },
    fail: (next) => answers.add(next),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  // Cut connections report errors, as intended.
  socket.on('error', () => socket.destroy())
}

interface Passing {
  targetPort: number
  fault: TcpFault
  sockets: Set<Socket>
  answers: AnswerFaults
}

function passOn(client: Socket, { targetPort, fault, sockets, answers }: Passing): void {
  const target = connect(targetPort, '127.0.0.1')
  keep(sockets, target)
  const watch = answers.watch({
    write: (bytes) => !client.destroyed && client.write(bytes),
    cut: () => client.resetAndDestroy(),
  })
  client.on('data', (bytes: Buffer) => watch.request(bytes))
  client.pipe(target)
  client.on('close', () => target.destroy())
  target.on('close', () => client.end())
  let left = fault.kind === 'cut' ? fault.afterBytes : Number.POSITIVE_INFINITY
  target.on('data', (data: Buffer) => {
    if (fault.kind === 'none') return watch.answer(data)
    const part = data.subarray(0, left)
    left -= part.length
    const send = () => client.write(part, () => left <= 0 && client.destroy())
    if (fault.kind === 'delay') setTimeout(send, fault.ms)
    else send()
  })
}
