// The program in which the servers of walks run side by side; hosted-server.ts starts it.
import { rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import type { FromHost, ToHost } from './hosted-server.ts'

// As in server/main.ts: the cache must be on before the first file of ours is loaded.
enableCompileCache(join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'compiled'))
const { readConfig } = await import('#server/kernel/config.ts')
const { Shutdown } = await import('#server/start/shutdown.ts')
const { startServer } = await import('#server/start/start-server.ts')

const running = new Map<number, { shutdown: InstanceType<typeof Shutdown>; dataDir: string }>()
const tell = (message: FromHost) => process.send?.(message)

process.on('message', (message: ToHost) => void (message.kind === 'start' ? start(message) : stop(message)))
// The walks ended or were killed: no database and no folder may remain.
process.on('disconnect', () => void stopAll())

async function stopAll(): Promise<void> {
  await Promise.allSettled([...running.values()].map(({ shutdown }) => shutdown.run()))
  for (const { dataDir } of running.values()) rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}

async function start({ id, env }: Extract<ToHost, { kind: 'start' }>): Promise<void> {
  const shutdown = new Shutdown()
  const config = readConfig(env)
  running.set(id, { shutdown, dataDir: config.dataDir })
  try {
    tell({ kind: 'ready', id, port: await startServer(config, shutdown) })
  } catch (error) {
    await shutdown.run().catch(() => undefined)
    tell({ kind: 'ended', id, failure: String(error) })
  }
}

async function stop({ id }: Extract<ToHost, { kind: 'stop' }>): Promise<void> {
  const failure = await running
    .get(id)
    ?.shutdown.run()
    .then(() => undefined, String)
  running.delete(id)
  tell({ kind: 'ended', id, failure })
}
