import { startServerProcess } from '#tests/helpers/server-process.ts'

// Tests that start a server on the folder named and are killed, as a runner is whose time is over.
await startServerProcess(process.argv[2] ?? '').ready
process.kill(process.pid, 'SIGKILL')
