// npm run dev: the client with live reload and the API, restarted when a file of it changes, at one address.
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readCommandLine } from './lib/command-line.mjs'
import { findNode, give, installWhenNeeded, root, runNode } from './lib/project.mjs'

const flag = { type: 'boolean', default: false }
const { values } = readCommandLine({
  usage: `npm run dev [-- --demo | --no-demo]

The client with live reload and the API, restarted when a file of it changes, at PORT (8080) of HOST (127.0.0.1). For engineers.

  --demo               loads the demo data into an empty database of your own
  --no-demo            never loads the demo data`,
  options: { demo: flag, 'no-demo': flag },
})
const flags = Object.keys(values)
  .filter((name) => values[name])
  .map((name) => `--${name}`)
const port = Number(process.env.PORT || 8080)
const host = process.env.HOST || '127.0.0.1'

/** Listens for a moment: resolves with the port, or undefined where another program has it. */
function tryPort(wanted, address) {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(undefined))
    probe.listen(wanted, address, () => {
      const found = probe.address().port
      probe.close(() => done(found))
    })
  })
}

installWhenNeeded()
const node = findNode()
if ((await tryPort(port, host)) === undefined)
  give(`Port ${port} of ${host} is taken by another program. Choose one by PORT.`)
// Behind the proxy of the client's server, so any free port will do, and only this machine needs to reach it.
const apiPort = await tryPort(0, '127.0.0.1')
const api = runNode(node, ['--watch', '--watch-preserve-output', join(root, 'server', 'main.ts'), ...flags], {
  PORT: String(apiPort),
  HOST: '127.0.0.1',
  READROOM_URL: `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`,
  READROOM_TRUST_PROXY: process.env.READROOM_TRUST_PROXY || 'loopback',
})
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const client = runNode(node, [vite, '--port', String(port), '--strictPort', '--host', host], {
  READROOM_API: `http://127.0.0.1:${apiPort}`,
})
const code = await Promise.race([api.ended, client.ended])
api.stop()
client.stop()
await Promise.all([api.ended, client.ended])
process.exit(code)
