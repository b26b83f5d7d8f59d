import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCalls } from '#server/app.ts'
import { masterCopies } from '#server/features/master-copies.ts'
import { serveSync } from '#server/kernel/sync/serve-sync.ts'
import { copiesOf } from '#server/masters/copies.ts'
import { hooked } from '#server/masters/hooks.ts'
import { mountMaster } from '#server/masters/mount-master.ts'
import { createMasterSource } from '#server/masters/sync-source.ts'
import { askAdmin } from '../features/look-inside.ts'
import { openDemo } from '../features/open-demo.ts'
import { gatherWalkers, type Walkers } from './master-calls.ts'
import { room } from './room.ts'
import { walkMaster } from './walk-master.ts'

const GUIDE = readFileSync('CONTRIBUTING.md', 'utf8')
const blockOf = (language: string) =>
  new RegExp(
    `## A new simple master touches three places[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``,
  ).exec(GUIDE)?.[1] ?? ''

let walkers: Walkers
beforeAll(async () => {
  const server = await openDemo({}, async (options) => {
    const app = await buildCalls(options)
    // Does the same as its line in the list of masters.
    mountMaster(app, room)
    serveSync(app, [createMasterSource([...masterCopies, copiesOf(hooked(room))])])
    return app
  })
  await askAdmin(server, blockOf('sql'))
  walkers = await gatherWalkers(server)
})
afterAll(() => walkers?.server.close())

test('the declaration in CONTRIBUTING.md is the one tested here', () => {
  const declared = readFileSync('tests/server/masters/room.ts', 'utf8').replace(
    "'room' as MasterKey",
    "'room'",
  )
  const shown = blockOf('ts')
  expect(shown.length).toBeGreaterThan(300)
  expect(declared.slice(declared.indexOf('export const room')).trim()).toBe(
    shown.slice(shown.indexOf('export const room')).trim(),
  )
})

walkMaster(room, {}, () => walkers)
