import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './tests/helpers/long-first.ts'

// Suites by what they need: `node` has whole servers and what needs a process, `node-threads` the device with
// fake-indexeddb, each file in a thread of its own, which begins faster than a process, `node-shared` what keeps nothing
// in its process and so loads the code once for many files, `dom` has components in happy-dom and
// `dom-shared` those of them that replace no module, which load the code once for many files, too. The browser walks are
// Playwright's (playwright.config.ts). scripts/test.mjs runs all and adds the counts.
const ALONE = [
  // Whole servers, and what runs for minutes.
  'tests/server/{main,matrix}/**/*.test.ts',
  // Watches a library, which another file may have loaded before.
  'tests/server/features/auth/password.test.ts',
  // Counts what the process holds: memory, and which statements were sent before.
  'tests/server/integrations/pacs/study-zip.test.ts',
  'tests/server/kernel/database/tenant.test.ts',
  // Trusts an authority of its own in the whole process.
  'tests/server/kernel/way-out/met-certificate.test.ts',
]
const DOM_TESTS = 'tests/{features,ui,parts}/**/*.test.{ts,tsx}'
// What replaces a module of the process, or gives it an IndexedDB, is alone in it.
const DOM_ALONE = globSync(DOM_TESTS).filter((file) =>
  /vi\.(do)?mock\(|resetModules\(|fake-indexeddb/i.test(readFileSync(file, 'utf8')),
)
// With one worker per core, helper threads of the garbage collector only take time from the other workers; a larger young
// generation is collected less often. One part of the server tests took 146 instead of 160 s.
const FEW_CORES = ['--single-threaded-gc', '--max-semi-space-size=64']
// Files that share a process as threads must not hear each other's tabs.
const OWN_CHANNELS = 'tests/helpers/page/own-channels.ts'
const DOM = { environment: 'happy-dom', testTimeout: 20_000 } as const
const NODE = { environment: 'node', testTimeout: 20_000, hookTimeout: 60_000 } as const

export default defineConfig({
  test: {
    globalSetup: ['tests/helpers/database/global-database.ts'],
    projects: [
      {
        test: {
          ...NODE,
          name: 'node',
          include: ALONE,
        },
      },
      {
        test: {
          ...NODE,
          name: 'node-threads',
          pool: 'threads',
          setupFiles: [OWN_CHANNELS],
          include: ['tests/{architecture,sync,db,faults,workers}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...NODE,
          name: 'node-shared',
          execArgv: FEW_CORES,
          include: ['tests/{domain,contract,server,render}/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
          // They wait for the database for a seventh of their time: a third worker takes it.
          maxWorkers: 3,
          // Other numbers of workers cannot run side by side.
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [react()],
        test: { ...DOM, name: 'dom', pool: 'threads', include: DOM_ALONE, setupFiles: [OWN_CHANNELS] },
      },
      {
        plugins: [react()],
        test: {
          ...DOM,
          name: 'dom-shared',
          execArgv: FEW_CORES,
          include: [DOM_TESTS],
          exclude: DOM_ALONE,
          setupFiles: ['tests/helpers/page/clean-page.ts'],
          isolate: false,
        },
      },
    ],
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
  },
})
