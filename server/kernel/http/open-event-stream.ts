import type { FastifyReply } from 'fastify'

/** A response of server-sent events that stays open. */
export interface EventStream {
  /** Sends lines as they are. A reader that leaves too much unread is gone or stuck: its connection is destroyed. */
  send: (lines: string) => void
  /** Tells the reader that the stream is open, and starts the heartbeat. */
  begin: () => void
  /** Ends the response; calling it twice is harmless. */
  end: () => void
}

/**
 * Opens a stream of server-sent events as the reply and returns it. `onBeat` runs after each heartbeat;
 * `unreadMaxBytes` is how much a reader may leave unread.
 */
export function openEventStream(
  reply: FastifyReply,
  {
    heartbeatMs,
    unreadMaxBytes,
    onBeat,
  }: { heartbeatMs: number; unreadMaxBytes: number; onBeat?: () => void },
): EventStream {
  const { raw } = reply
  let beat: ReturnType<typeof setInterval> | undefined
  reply.hijack()
  // A hijacked reply loses the headers set by hooks, including the security headers.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  const send = (lines: string) => {
    if (raw.writableLength > unreadMaxBytes) raw.destroy()
    else raw.write(lines)
  }
  return {
    send,
    begin: () => {
      beat = setInterval(() => {
        send(': here\n\n')
        onBeat?.()
      }, heartbeatMs)
      send(': open\n\n')
    },
    end: () => {
      clearInterval(beat)
      raw.end()
    },
  }
}
