import { defineConfig } from '@playwright/test'
import { LAUNCH } from './tests/e2e/helpers/chromium.ts'

const report = process.env.READROOM_TEST_JSON

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/e2e/helpers/prepared-data.ts',
  // One at a time: server, database and a browser that draws by the processor keep two cores busy.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  use: {
    screenshot: 'only-on-failure',
    // A click or a navigation that hangs says where: the time of the whole walk alone does not.
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    launchOptions: LAUNCH,
    // What slides in moves away under the mouse, and is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
