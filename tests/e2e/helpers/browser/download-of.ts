import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'

/** A download starts at once, or never. */
const STARTS_WITHIN_MS = 5_000

/** Returns the file that the paper in this dialog is downloaded as. */
export async function downloadOf(page: Page, dialog: Locator): Promise<Uint8Array> {
  const button = dialog.getByRole('button', { name: 'Download' })
  for (;;) {
    await expect(button).toHaveAttribute('aria-disabled', 'false')
    // The paper may be made again between this look and the click, which has no effect then.
    const started = page.waitForEvent('download', { timeout: STARTS_WITHIN_MS }).catch(() => undefined)
    await button.click()
    const download = await started
    if (download) return new Uint8Array(readFileSync(await download.path()))
  }
}
