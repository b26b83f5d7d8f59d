import { defineConfig } from '@playwright/test'
import { LAUNCH, LAUNCH_WHOLE } from './tests/e2e/helpers/browser/chromium.ts'

// They look at PDFs in the page or at notifications, which the browser without windows does not show.
const WITH_WINDOWS = ['bell', 'images-and-ai', 'letters', 'paper', 'study-drawer', 'wrong-patient'].map(
  (walk) => `**/${walk}.e2e.ts`,
)
const report = process.env.READROOM_TEST_JSON

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/e2e/helpers/server/prepared-data.ts',
  // A person waits between clicks, and so does a walk: two of them fill two cores (docs/decisions/354-two-walks-at-a-time.md).
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  use: {
    screenshot: 'only-on-failure',
    // A click or a navigation that hangs says where: the time of the whole walk alone does not.
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    // What slides in moves away under the mouse, and is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'walks', testIgnore: WITH_WINDOWS, use: { launchOptions: LAUNCH } },
    { name: 'with windows', testMatch: WITH_WINDOWS, use: { launchOptions: LAUNCH_WHOLE } },
  ],
})
