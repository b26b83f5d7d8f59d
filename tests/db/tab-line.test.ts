import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openTabLine } from '#src/db/tab-line.ts'

test('pages of a test file hear each other, and none of another file, whose thread uses the same name', async () => {
  const heard: unknown[] = []
  const line = openTabLine('readroom-test')
  line.addEventListener('message', (event) => heard.push((event as MessageEvent).data))
  const other = new Worker(
    `const line = new BroadcastChannel('readroom-test'); line.postMessage('from another file'); line.close()`,
    { eval: true },
  )
  await new Promise((resolve) => other.once('exit', resolve))
  const beside = openTabLine('readroom-test')
  beside.postMessage('from this file')
  await expect.poll(() => heard).toContain('from this file')
  expect(heard).toEqual(['from this file'])
  line.close()
  beside.close()
})
