import { expect, type Page } from '@playwright/test'
import { openScreen } from './open-screen.ts'

export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Description' })
/** Where the text of the open report is, in the words of the screen. */
export const placeOf = (page: Page, words: 'On this device' | 'On server' | 'Sending') =>
  page
    .getByRole('main')
    .getByText(new RegExp(`^${words}`))
    .first()

/** Opens a report that is the person's to write. */
export async function openReport(page: Page, url: string, studyId: string): Promise<void> {
  await openScreen(page, `${url}/report/${studyId}`)
  await expect(editorOf(page)).toBeEditable()
}

/** Types at the end of the text and returns once all of it is kept on the device. */
export async function write(page: Page, text: string): Promise<void> {
  await editorOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
  await expect(editorOf(page)).toContainText(text.trim())
  await expect(page.getByText('Writing …')).toHaveCount(0)
}

/** Presses Save draft and returns once the save stands in the queue: until then the button shows that it is at work. */
export async function saveDraft(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Save draft' })
  await button.click()
  await expect(button).not.toHaveAttribute('data-loading')
}

/**
 * Saves without the network and returns once the save itself stands in the queue. The text alone is on the device
 * before, and a page that is left in between keeps it as text that was only typed.
 */
export async function saveDraftOffline(page: Page): Promise<void> {
  await saveDraft(page)
  await expectQueued(page, /as Draft$/)
}

async function expectQueued(page: Page, label: RegExp): Promise<void> {
  await expect(page.getByRole('main').getByRole('status', { name: label })).toContainText('On this device')
}

/** Signs without the network: the person agrees to what that means. Returns once the signature stands in the queue. */
export async function signOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const signAnyway = page.getByRole('button', { name: 'Sign anyway' })
  const asked = page.getByRole('dialog')
  await asked.waitFor()
  // The check before signing comes first, where it found something: these texts are short.
  if (await signAnyway.isVisible()) await signAnyway.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  await expectQueued(page, /^Sign report/)
}
