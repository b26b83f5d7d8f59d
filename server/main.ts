import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// The cache must be on before the first file of ours is read, hence the import that waits (docs/screens.md#stack).
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'compiled'))
const { runServer } = await import('./start/run-server.ts')
await runServer(process.env, process.argv.slice(2))
