import { createServer, type Socket } from 'node:net'

/** How many connections a port holds: all together, and of one address. */
export interface ConnectionCaps {
  all: number
  perAddress: number
}

/** A connection that was ended because too many were open. */
export interface RefusedConnection {
  address: string
  /** So many were open: of this address, or all together. */
  limit: number
  isOfAddress: boolean
}

export interface Listener {
  port: number
  close: () => Promise<void>
}

/**
 * Listens on a port of a protocol other than HTTP. A connection over the caps is ended before a byte of it is read, and
 * `onRefused` is told; errors of a connection end it. `close` ends those that are open.
 */
export async function listen(
  { host, port }: { host: string; port: number },
  caps: ConnectionCaps,
  onConnection: (socket: Socket) => void,
  onRefused: (connection: RefusedConnection) => void = () => undefined,
): Promise<Listener> {
  const sockets = new Set<Socket>()
  const perAddress = new Map<string, number>()
  // An answer goes out in pieces, and the last one is not to wait until the other side has confirmed the first.
  const server = createServer({ noDelay: true }, (socket) => {
    const address = addressOf(socket)
    const open = perAddress.get(address) ?? 0
    const isOfAddress = open >= caps.perAddress
    if (isOfAddress || sockets.size >= caps.all) {
      socket.destroy()
      onRefused({ address, limit: isOfAddress ? caps.perAddress : caps.all, isOfAddress })
      return
    }
    sockets.add(socket)
    perAddress.set(address, open + 1)
    socket.once('close', () => {
      sockets.delete(socket)
      const left = (perAddress.get(address) ?? 1) - 1
      if (left === 0) perAddress.delete(address)
      else perAddress.set(address, left)
    })
    // A sender that goes away in the middle sends again: nothing of half a message was done.
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** The other side's address; one of IPv4 as such, also on a port that takes both. */
export const addressOf = ({ remoteAddress = '' }: Socket): string => remoteAddress.replace(/^::ffff:/i, '')
