import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PduCutter } from './pdu-cutter.ts'

/** A connection must ask for its association within this time, a PDU must be whole within it, and silence ends there. */
const PATIENCE_MS = 30_000

/** What the network library sees of a connection: whole PDUs, one at a time. It writes to the real one. */
export class PduSocket extends EventEmitter {
  readonly #socket: Socket
  constructor(socket: Socket) {
    super()
    this.#socket = socket
  }

  write(bytes: Uint8Array): boolean {
    return !this.#socket.destroyed && this.#socket.write(bytes)
  }

  /** The library's own patience counts connections to others; feedPdus has the one for modalities. */
  setTimeout(): this {
    return this
  }
}

/**
 * Reads a connection to its end and hands on whole PDUs. The next bytes are read only once `settled` says that the last
 * question was answered, and the other side has read the answers: memory does not grow with what nobody reads. The time
 * that an answer takes here is not counted as the other side's silence. Rejects with PduRefusedError; the sockets are
 * closed then too.
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
        // Others have their turn between any two PDUs, however many came at once.
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

/** Resolves once what was written has gone to the network, or the connection ended. */
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
