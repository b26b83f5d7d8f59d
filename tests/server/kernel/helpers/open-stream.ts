import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { bearer, type SignedIn } from './world.ts'

/** A reader of the stream of pokes over real HTTP. */
export interface StreamReader {
  answer: IncomingMessage
  /** Waits until the stream has sent this text. */
  until: (text: string) => Promise<void>
  /** The pokes so far, each without its `data: `. */
  pokes: () => string[]
  ended: Promise<void>
  close: () => void
}

/** Opens a person's stream; calls `onPoke` at each poke, like a device that pulls then. */
export async function openStream(
  base: string,
  who: SignedIn,
  onPoke: (poke: string) => void = () => undefined,
): Promise<StreamReader> {
  // Uses a separate connection: a pool keeps idle ones open, and a server that stops would wait for them.
  const request = get(`${base}/api/sync/stream`, { headers: bearer(who), agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  request.on('error', () => undefined)
  let said = ''
  let rest = ''
  const heard: string[] = []
  const waiting = new Set<() => void>()
  answer.setEncoding('utf8').on('data', (text: string) => {
    said += text
    const events = (rest + text).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events.filter((one) => one.startsWith('data: '))) {
      heard.push(event.slice('data: '.length))
      onPoke(event.slice('data: '.length))
    }
    for (const look of waiting) look()
  })
  answer.on('error', () => undefined)
  const ended = new Promise<void>((done) => answer.once('close', done))
  const until = (text: string) =>
    new Promise<void>((found) => {
      const look = () => {
        if (!said.includes(text)) return
        waiting.delete(look)
        found()
      }
      waiting.add(look)
      look()
    })
  return { answer, until, pokes: () => [...heard], ended, close: () => request.destroy() }
}
