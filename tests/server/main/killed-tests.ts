import { startServerProcess } from '#tests/helpers/server-process.ts'

// Tests that start a server on the given folder and are killed, like a runner after its timeout.
await startServerProcess(process.argv[2] ?? '').ready
process.kill(process.pid, 'SIGKILL')
