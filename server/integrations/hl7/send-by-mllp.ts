import { connect, type Socket } from 'node:net'
import { NotTakenError } from '../outgoing-report.ts'
import { FrameReader, frameOf } from './mllp-frames.ts'

/** Longest wait for connection and acknowledgement together. */
export const ACK_MS = 10_000

/**
 * Sends one message over a connection of its own and answers the partner's first message. Throws NotTakenError where it
 * cannot be reached, closes, says nothing within `timeoutMs`, or sends what is no frame.
 */
export function sendByMllp(
  { host, port }: { host: string; port: number },
  message: string,
  timeoutMs = ACK_MS,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const end = endOf(socket, resolve, reject)
    const reader = new FrameReader()
    const timer = setTimeout(
      () => end(new NotTakenError(`The partner did not answer within ${timeoutMs / 1000} seconds.`)),
      timeoutMs,
    )
    socket.on('close', () => {
      clearTimeout(timer)
      end(new NotTakenError('The partner closed the connection without an answer.'))
    })
    socket.on('error', (error: NodeJS.ErrnoException) =>
      end(
        new NotTakenError(`The partner cannot be reached (${error.code ?? 'network error'}).`, '', {
          cause: error,
        }),
      ),
    )
    socket.on('connect', () => socket.write(frameOf(message)))
    socket.on('data', (bytes) => {
      try {
        const [answer] = reader.take(bytes)
        if (answer !== undefined) end(answer)
      } catch (error) {
        end(new NotTakenError('The answer of the partner is too long.', '', { cause: error }))
      }
    })
  })
}

// The first end counts; whatever the socket still says after it changes nothing.
function endOf(socket: Socket, resolve: (answer: string) => void, reject: (error: Error) => void) {
  return (outcome: string | Error) => {
    socket.destroy()
    if (typeof outcome === 'string') resolve(outcome)
    else reject(outcome)
  }
}
