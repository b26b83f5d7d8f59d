import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { frameOf } from '#server/integrations/hl7/mllp-frames.ts'
import { startMllpServer } from '#server/integrations/hl7/mllp-server.ts'
import { type Listener, listen } from '#server/integrations/listener.ts'

let listener: Listener | undefined
const open: Socket[] = []

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await listener?.close()
})

async function dial(): Promise<Socket> {
  const socket = connect(listener?.port ?? 0, '127.0.0.1').on('error', () => undefined)
  open.push(socket)
  await once(socket, 'connect')
  return socket
}

const ended = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

const PLACE = { host: '127.0.0.1', port: 0 }

test('an address gets its share of connections, and the next one after one of them ends', async () => {
  listener = await listen(PLACE, { all: 9, perAddress: 2 }, (socket) => socket.write('in'))
  const first = await dial()
  await once(first, 'data')
  await once(await dial(), 'data')
  await ended(await dial())
  first.destroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await once(await dial(), 'data')
})

test('a port also has a share of connections, and ends all of them when it closes', async () => {
  listener = await listen(PLACE, { all: 1, perAddress: 9 }, (socket) => socket.write('in'))
  const first = await dial()
  await once(first, 'data')
  await ended(await dial())
  const closed = ended(first)
  await listener.close()
  await closed
})

test('messages that arrive together are processed one by one and acknowledged in order', async () => {
  let running = 0
  let most = 0
  const take = async (message: Buffer) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    return message.toString().toLowerCase()
  }
  listener = await startMllpServer(PLACE, take, () => undefined)
  const socket = await dial()
  socket.write(Buffer.concat(['A', 'B', 'C'].map((text) => frameOf(text))))
  let answers = ''
  while (!answers.includes('c')) answers += String((await once(socket, 'data'))[0])
  expect([answers.replace(/[^a-z]/g, ''), most]).toEqual(['abc', 1])
})

test('an unterminated frame ends the connection, and is not an error of the server', async () => {
  const errors: unknown[] = []
  listener = await startMllpServer(
    PLACE,
    async () => '',
    (error) => errors.push(error),
  )
  const socket = await dial()
  socket.write(Buffer.concat([Buffer.from([0x0b]), Buffer.alloc(2_000_000, 0x41)]))
  await ended(socket)
  expect(errors).toEqual([])
})

test('a response in two pieces does not wait for the other side to confirm the first', async () => {
  listener = await listen(PLACE, { all: 9, perAddress: 9 }, (socket) => {
    socket.on('data', () => {
      socket.write('a')
      setImmediate(() => socket.write('b'))
    })
  })
  const socket = await dial()
  const times: number[] = []
  for (let asked = 0; asked < 60; asked += 1) {
    const began = performance.now()
    socket.write('?')
    let heard = ''
    while (!heard.endsWith('b')) heard += String((await once(socket, 'data'))[0])
    times.push(performance.now() - began)
  }
  // With delayed acknowledgements it would wait 40 ms on Linux once a connection has been in use for a while.
  expect(times.slice(30).toSorted((a, b) => a - b)[15]).toBeLessThan(30)
})
