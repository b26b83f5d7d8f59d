// The program of the worklist's own process; server/start/worklist/start-process.ts starts it.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// As in server/main.ts: the cache must be on before the first file of ours is read.
enableCompileCache(join(import.meta.dirname, '..', '..', '..', '.cache', 'compiled'))
const { serveWorklistProcess } = await import('./serve-worklist.ts')
serveWorklistProcess()
