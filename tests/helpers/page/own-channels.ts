import { threadId } from 'node:worker_threads'

// Node's channels reach every thread of a process: a page of this test file would hear the pages of the file beside it
// as other tabs of the same person, and lock or give up the lead with them.
const Shared = globalThis.BroadcastChannel

globalThis.BroadcastChannel = class extends Shared {
  constructor(name: string) {
    super(`${name} in thread ${threadId}`)
  }
}
