import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'

/** Returns the file that the paper in this dialog is downloaded as. */
export async function downloadOf(page: Page, dialog: Locator): Promise<Uint8Array> {
  const button = dialog.getByRole('button', { name: 'Download' })
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return new Uint8Array(readFileSync(await download.path()))
}
