import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './tests/helpers/long-first.ts'

// Suites by what they need: `node` has the real PostgreSQL and fake-indexeddb, `node-shared` what keeps nothing in its
// process and so loads the code once for many files, `dom` has components in happy-dom. The browser walks are
// Playwright's (playwright.config.ts). scripts/test.mjs runs all and adds the counts.
const ALONE = [
  // Whole servers, and what runs for minutes.
  'tests/server/{main,matrix}/**/*.test.ts',
  // Watches a library, which another file may have loaded before.
  'tests/server/features/auth/password.test.ts',
  // Counts what the process holds: memory, and which statements were sent before.
  'tests/server/integrations/pacs/study-zip.test.ts',
  'tests/server/kernel/database/tenant.test.ts',
]
const NODE = { environment: 'node', testTimeout: 20_000, hookTimeout: 60_000 } as const

export default defineConfig({
  test: {
    globalSetup: ['tests/helpers/global-database.ts'],
    projects: [
      {
        test: {
          ...NODE,
          name: 'node',
          include: ['tests/{architecture,sync,db,faults,workers}/**/*.test.ts', ...ALONE],
        },
      },
      {
        test: {
          ...NODE,
          name: 'node-shared',
          include: ['tests/{domain,contract,server,render}/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['tests/{features,ui,parts}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
        },
      },
    ],
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
  },
})
