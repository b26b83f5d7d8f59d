import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What happens to connections: passed on, refused, taken and never answered, or cut in the middle of an answer. */
export type TcpFault =
  | { kind: 'none' }
  | { kind: 'refuse' }
  | { kind: 'hang' }
  | { kind: 'delay'; ms: number }
  | { kind: 'cut'; afterBytes: number }

export interface TcpFaultProxy {
  port: number
  /** Takes effect for new connections; open ones are closed. */
  set(fault: TcpFault): void
  /** How many connections came in so far. */
  readonly connections: number
  close(): Promise<void>
}

/** A proxy on loopback in front of `targetPort` that can be told to misbehave. */
export async function startTcpFaultProxy(targetPort: number): Promise<TcpFaultProxy> {
  const sockets = new Set<Socket>()
  let fault: TcpFault = { kind: 'none' }
  let connections = 0
  const server = createServer((client) => {
    connections++
    keep(sockets, client)
    if (fault.kind === 'refuse') client.resetAndDestroy()
    else if (fault.kind !== 'hang') passOn(client, targetPort, fault, sockets)
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
  // Cut connections report errors; that is what they are for.
  socket.on('error', () => socket.destroy())
}

function passOn(client: Socket, targetPort: number, fault: TcpFault, sockets: Set<Socket>): void {
  const target = connect(targetPort, '127.0.0.1')
  keep(sockets, target)
  client.pipe(target)
  client.on('close', () => target.destroy())
  target.on('close', () => client.end())
  let left = fault.kind === 'cut' ? fault.afterBytes : Number.POSITIVE_INFINITY
  target.on('data', (data: Buffer) => {
    const part = data.subarray(0, left)
    left -= part.length
    const send = () => client.write(part, () => left <= 0 && client.destroy())
    if (fault.kind === 'delay') setTimeout(send, fault.ms)
    else send()
  })
}
