import { createServer, type Socket } from 'node:net'

/** The most connections of a port: in total, and per address. */
export interface ConnectionCaps {
  all: number
  perAddress: number
}

/** A connection that was closed because too many were open. */
export interface RefusedConnection {
  address: string
  /** The limit that was reached: of this address, or in total. */
  limit: number
  isOfAddress: boolean
}

export interface Listener {
  port: number
  close: () => Promise<void>
}

/**
 * Listens on a port of a protocol other than HTTP. Closes a connection over the limits before any byte of it is read,
 * and calls `onRefused`; errors of a connection close it. `close` closes the open ones.
 */
export async function listen(
  { host, port }: { host: string; port: number },
  caps: ConnectionCaps,
  onConnection: (socket: Socket) => void,
  onRefused: (connection: RefusedConnection) => void = () => undefined,
): Promise<Listener> {
  const sockets = new Set<Socket>()
  const perAddress = new Map<string, number>()
  // A response is sent in pieces; without noDelay, the last one would wait until the other side has acknowledged the
  // first.
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
    // A sender that disconnects midway sends again: an incomplete message has no effect.
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

/** Returns the other side's address; an IPv4 address in plain form, also on a dual-stack port. */
export const addressOf = ({ remoteAddress = '' }: Socket): string => remoteAddress.replace(/^::ffff:/i, '')
