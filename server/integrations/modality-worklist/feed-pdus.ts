import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PduCutter } from './pdu-cutter.ts'

/** The longest time until the association request, until a PDU is complete, and of silence. */
const PATIENCE_MS = 30_000

/** The network library's view of a connection: whole PDUs, one at a time. Writes to the real socket. */
export class PduSocket extends EventEmitter {
  readonly #socket: Socket
  constructor(socket: Socket) {
    super()
    this.#socket = socket
  }

  write(bytes: Uint8Array): boolean {
    return !this.#socket.destroyed && this.#socket.write(bytes)
  }

  /** Ignored: the library's time-out is for its own requests to others; feedPdus has the one for modalities. */
  setTimeout(): this {
    return this
  }
}

/**
 * Reads a connection to its end and emits whole PDUs. Reads further bytes only once `settled` reports that the last
 * request was answered, and the other side has read the responses, so that unread data does not fill the memory. The
 * time that we need for a response does not count as the other side's silence. Rejects with PduRefusedError; the
 * sockets are then closed too.
 */
export async function feedPdus(
  socket: Socket,
  seen: PduSocket,
  settled: () => Promise<void>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const cutter = new PduCutter()
  const hangUp = () => socket.destroy()
  let deadline: NodeJS.Timeout | undefined = setTimeout(hangUp, patienceMs)
  socket.on('timeout', hangUp).setTimeout(patienceMs)
  try {
    for await (const bytes of socket) {
      for (const pdu of cutter.take(bytes as Buffer)) {
        clearTimeout(deadline)
        deadline = undefined
        seen.emit('data', pdu)
        // Yields to other connections between any two PDUs, however many arrived at once.
        await nextTurn()
        socket.setTimeout(0)
        await settled()
        socket.setTimeout(patienceMs)
        await whenRead(socket)
        if (socket.destroyed) return
      }
      if (cutter.isWaiting) deadline ??= setTimeout(hangUp, patienceMs)
    }
  } finally {
    clearTimeout(deadline)
    seen.emit('close')
  }
}

/** Resolves once all written data was passed to the network, or the connection ended. */
function whenRead(socket: Socket): Promise<void> {
  if (socket.destroyed || !socket.writableNeedDrain) return Promise.resolve()
  return new Promise((done) => {
    const leave = () => {
      socket.off('drain', leave).off('close', leave)
      done()
    }
    socket.on('drain', leave).on('close', leave)
  })
}
