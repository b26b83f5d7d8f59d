import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openStudyZip } from '#server/integrations/pacs/study-zip.ts'
import { LOOPBACK_WAY_OUT } from '#tests/helpers/network/way-out.ts'

const MEGABYTE = 1_048_576
/** 2,000 instances of 128 KB. */
const INSTANCES = 2_000
const INSTANCE = Buffer.alloc(MEGABYTE / 8, 7)

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Starts an image server that sends a study as a zip, instance by instance, as fast as the reader takes it. */
async function imageServer(onGone: (sent: number) => void = () => undefined): Promise<string> {
  const sendZip = (reply: ServerResponse) => {
    let sent = 0
    reply.on('close', () => onGone(sent))
    const end = Buffer.alloc(22)
    end.set([0x50, 0x4b, 0x05, 0x06])
    function* parts() {
      yield Buffer.from('PK\x03\x04')
      for (; sent < INSTANCES; sent += 1) yield INSTANCE
      yield end
    }
    reply.writeHead(200, { 'content-type': 'application/zip' })
    pipeline(Readable.from(parts()), reply, () => undefined)
  }
  server = createServer((request, reply) => {
    if (request.url?.startsWith('/dicom-web/studies/')) sendZip(reply)
    else reply.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/dicom-web`
}

const open = async (url: string, signal: AbortSignal) => {
  const zip = await openStudyZip(
    { url, account: { kind: 'none' }, tls: undefined, out: LOOPBACK_WAY_OUT },
    '1.2.3',
    signal,
  )
  if (!zip) throw new Error('the study is not there')
  return zip.stream
}

test('2,000 instances are streamed: memory does not grow with the study', async () => {
  const stream = await open(await imageServer(), new AbortController().signal)
  const before = process.memoryUsage().arrayBuffers
  let [received, most] = [0, 0]
  for await (const chunk of stream) {
    received += (chunk as Buffer).length
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    // The reader is slower than the image server.
    await turn()
  }
  expect(received).toBe(INSTANCES * INSTANCE.length + 26)
  // The figure includes released memory that is not collected yet.
  expect(most).toBeLessThan((INSTANCES * INSTANCE.length) / 2)
})

test('a reader that cancels ends the request to the image server', async () => {
  const gone = Promise.withResolvers<number>()
  const stop = new AbortController()
  const stream = await open(await imageServer(gone.resolve), stop.signal)
  await once(stream, 'data')
  stream.pause()
  stop.abort()
  await once(stream, 'error').catch(() => undefined)
  expect(await gone.promise).toBeLessThan(INSTANCES)
})
