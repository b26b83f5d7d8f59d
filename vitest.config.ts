import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './tests/helpers/long-first.ts'

// Suites by what they need: `node` has the real PostgreSQL and fake-indexeddb, `dom` has components in happy-dom.
// The browser walks are Playwright's (playwright.config.ts). scripts/test.mjs runs all and adds the counts.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{domain,contract,server,architecture,render,sync,db,faults,workers}/**/*.test.ts'],
          globalSetup: ['tests/helpers/global-database.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
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
