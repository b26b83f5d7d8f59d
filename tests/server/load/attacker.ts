import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * An attacker's repeated actions, run in a separate thread, so that the server's thread spends time only on
 * the server.
 */
export interface Attack {
  port: number
  /** Sent on every connection, piece by piece. */
  head: string
  /** Repeated after the head until `bytes` are sent or the server closes the connection. */
  filler: string
  bytes: number
  /** The number of connections at a time. */
  lanes: number
  /** Leaves connections open after everything is sent, and opens the next. */
  keepsOpen: boolean
}

const attack = workerData as Attack
const piece = Buffer.from(attack.filler.repeat(Math.ceil(65_536 / attack.filler.length)), 'latin1')
const over = new AbortController()
parentPort?.once('message', () => {
  over.abort()
})

/** Opens one connection and sends its data, as fast as the server accepts it, until the server closes it. */
function strike(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(attack.port, '127.0.0.1')
    let left = attack.bytes
    const push = () => {
      while (left > 0 && !over.signal.aborted) {
        left -= piece.length
        if (!socket.write(piece)) return
      }
      if (over.signal.aborted) socket.destroy()
      if (attack.keepsOpen) setTimeout(resolve, 20)
    }
    socket.on('drain', push)
    socket.on('error', () => socket.destroy())
    socket.on('data', () => undefined)
    socket.on('close', () => resolve())
    setTimeout(() => attack.keepsOpen || socket.destroy(), 5_000).unref()
    socket.write(Buffer.from(attack.head, 'latin1'))
    push()
  })
}

// Limiting new connections is the proxy's task; this test checks that each of them costs little.
const PAUSE_MS = 50

async function lane(): Promise<void> {
  while (!over.signal.aborted) {
    await strike()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

await Promise.all(Array.from({ length: attack.lanes }, lane))
process.exit()
