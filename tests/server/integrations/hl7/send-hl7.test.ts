import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { FrameReader, frameOf } from '#server/integrations/hl7/mllp-frames.ts'
import { sendByMllp } from '#server/integrations/hl7/send-by-mllp.ts'
import { sendByHl7 } from '#server/integrations/hl7/send-hl7.ts'
import { LOOPBACK_WAY_OUT, makeWayOut } from '#tests/helpers/network/way-out.ts'
import { ack, outgoing } from './report-fixture.ts'

const CONTROL = outgoing().controlId
const open: { close: () => void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** Starts a partner on the loopback that runs `answer` with each message. */
async function partner(answer: (message: string, socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    const reader = new FrameReader()
    socket.on('data', (bytes) => {
      for (const message of reader.take(bytes)) answer(message, socket)
    })
    socket.on('error', () => undefined)
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `mllp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The same message for every missing answer, so that it does not distinguish an open port from a closed one. */
const NO_ANSWER = /^The partner did not answer\.$/

const send = (url: string) => sendByHl7({ url, user: '', password: '', out: LOOPBACK_WAY_OUT }, outgoing())

describe('sending by MLLP', () => {
  it('ends with the acknowledgement, even in small pieces', async () => {
    const url = await partner((_, socket) => {
      const bytes = [...frameOf(ack('AA', CONTROL))]
      const next = () => {
        const byte = bytes.shift()
        if (byte !== undefined) socket.write(Buffer.from([byte]), () => setImmediate(next))
      }
      next()
    })
    await expect(send(url)).resolves.toBe('AA')
  })

  it.each([
    ['AE', 'The partner answered AE: Unknown patient'],
    ['AR', 'The partner answered AR: Unknown patient'],
    ['', 'The partner answered without a code: Unknown patient'],
  ])('reports why the partner refused it (%s)', async (code, words) => {
    const url = await partner((_, socket) => socket.write(frameOf(ack(code, CONTROL, 'Unknown patient'))))
    await expect(send(url)).rejects.toThrow(words)
  })

  it('does not accept the acknowledgement of another message', async () => {
    const url = await partner((_, socket) => socket.write(frameOf(ack('AA', 'another'))))
    await expect(send(url)).rejects.toThrow('The partner acknowledged another message.')
  })

  it('does not accept other text as an acknowledgement', async () => {
    const url = await partner((_, socket) => socket.write(frameOf('hello')))
    await expect(send(url)).rejects.toThrow('The answer of the partner is not HL7.')
  })

  it('reports that the partner closed the connection', async () => {
    const url = await partner((_, socket) => socket.destroy())
    await expect(send(url)).rejects.toThrow(NO_ANSWER)
  })

  it('does not wait indefinitely for a silent partner', async () => {
    const url = await partner(() => undefined)
    const { hostname, port } = new URL(url)
    await expect(
      sendByMllp(LOOPBACK_WAY_OUT, { host: hostname, port: Number(port) }, 'MSH', 50),
    ).rejects.toThrow(NO_ANSWER)
  })

  it('reports that nothing listens there', async () => {
    await expect(send('mllp://127.0.0.1:1')).rejects.toThrow(NO_ANSWER)
  })

  it('reveals nothing about another program that listens there', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.end('SSH-2.0-OpenSSH_9.9\r\n')
    })
    open.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await expect(send(`mllp://127.0.0.1:${(server.address() as AddressInfo).port}`)).rejects.toThrow(
      NO_ANSWER,
    )
  })

  it('does not connect to a forbidden address', async () => {
    const url = await partner(() => expect.unreachable())
    const out = makeWayOut()
    await expect(sendByHl7({ url, user: '', password: '', out }, outgoing())).rejects.toThrow(
      'This server does not call the address of the partner.',
    )
  })

  it('refuses an invalid address', async () => {
    await expect(send('partner:2575')).rejects.toThrow(
      'The address for HL7 in the branch settings is not right.',
    )
  })
})

describe('sending by HTTP', () => {
  it('posts the message with the branch’s user and reads the acknowledgement', async () => {
    let seen: { type: string | undefined; auth: string | undefined; body: string } | undefined
    const server = createHttpServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const { 'content-type': type, authorization: auth } = request.headers
        seen = { type, auth, body: Buffer.concat(parts).toString() }
        response.end(ack('AA', CONTROL))
      })
    })
    open.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
    await expect(
      sendByHl7({ url, user: 'rr', password: 'x', out: LOOPBACK_WAY_OUT }, outgoing()),
    ).resolves.toBe('AA')
    expect(seen).toMatchObject({ type: 'application/hl7-v2; charset=utf-8', auth: `Basic ${btoa('rr:x')}` })
    expect(seen?.body).toContain('ORU^R01')
  })

  it.each([
    [400, 'AE', 'Unknown patient', 'The partner answered AE: Unknown patient'],
    [500, 'AR', 'Busy', 'The partner answered AR: Busy'],
    [502, '', '', 'The partner answered with status 502.'],
  ])('reports why the partner refused it, also with a status of %i', async (status, code, words, said) => {
    const server = createHttpServer((request, response) => {
      request.resume()
      response.writeHead(status).end(code === '' ? '<html>Bad gateway</html>' : ack(code, CONTROL, words))
    })
    open.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await expect(send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/in`)).rejects.toThrow(said)
  })
})
