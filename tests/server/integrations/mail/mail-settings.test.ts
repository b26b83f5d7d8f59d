import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { mailFailureWords } from '#server/integrations/mail/failure-words.ts'
import { createClientMail } from '#server/integrations/mail/mail-settings.ts'
import { NotSentError } from '#server/integrations/messages/message-channel.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { freePort } from '#tests/helpers/archive/orthanc.ts'
import { openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { LOOPBACK_WAY_OUT, makeWayOut } from '#tests/helpers/network/way-out.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const LETTER = { id: 'a1', to: 'asha@example.org', subject: 'A test', text: 'It works.' }
const send = (host: string, port: number, out: WayOut) =>
  createClientMail({
    host,
    port,
    isSsl: false,
    user: 'centre',
    password: 'secret',
    senderName: 'Centre',
    senderEmail: 'desk@centre.example',
    replyTo: '',
    out,
  }).send(LETTER)
const failureOf = async (...asked: Parameters<typeof send>) => {
  const error: unknown = await send(...asked).catch((problem: unknown) => problem)
  if (!(error instanceof NotSentError)) throw new Error('it was sent')
  return { said: error.said, words: mailFailureWords(error) }
}

/** Starts a program that sends a greeting to every connection. */
async function greeter(words: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(words)
  })
  open.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

test('an e-mail goes to the checked address, whose name is resolved once', async () => {
  const sink = await openMailSink({ user: 'centre', password: 'secret' })
  open.push(sink)
  const resolve = vi.fn(async () => [{ address: '127.0.0.1', family: 4 }])
  const out = makeWayOut({ loopbackPorts: 'all', resolve })
  expect(await send('mail.example', sink.port, out)).toBe('a1')
  expect(resolve).toHaveBeenCalledTimes(1)
})

test('a forbidden address gets no connection', async () => {
  const port = await greeter('220 inner\r\n')
  expect(await failureOf('127.0.0.1', port, makeWayOut())).toEqual({
    said: '',
    words: 'This server does not call the address of that mail server. Check Host and Port.',
  })
})

test('a closed port and another program give the same error, without that program’s greeting', async () => {
  const closed = await failureOf('127.0.0.1', await freePort(), LOOPBACK_WAY_OUT)
  const ssh = await failureOf('127.0.0.1', await greeter('SSH-2.0-OpenSSH_9.9\r\n'), LOOPBACK_WAY_OUT)
  const redis = await failureOf('127.0.0.1', await greeter('-ERR unknown command\r\n'), LOOPBACK_WAY_OUT)
  expect(closed.words).toContain('No mail server answered.')
  expect([ssh, redis]).toEqual([closed, closed])
})

test('the mail server’s error message is returned', async () => {
  const port = await greeter('554 No service here\r\n')
  expect((await failureOf('127.0.0.1', port, LOOPBACK_WAY_OUT)).words).toBe(
    'The mail server refused the e-mail. It said: 554 No service here',
  )
})
