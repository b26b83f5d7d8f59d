import { expect, type Page } from '@playwright/test'

export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Description' })
/** Where the text of the open report is, in the words of the screen. */
export const placeOf = (page: Page, words: 'On this device' | 'On server' | 'Sending') =>
  page
    .getByRole('main')
    .getByText(new RegExp(`^${words}`))
    .first()

/** Opens a report that is the person's to write. */
export async function openReport(page: Page, url: string, studyId: string): Promise<void> {
  await page.goto(`${url}/report/${studyId}`)
  await expect(editorOf(page)).toBeEditable()
}

/** Types at the end of the text and answers once all of it is kept on the device. */
export async function write(page: Page, text: string): Promise<void> {
  await editorOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
  await expect(editorOf(page)).toContainText(text.trim())
  await expect(page.getByText('Writing …')).toHaveCount(0)
}

export async function saveDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save draft' }).click()
}

/** Signs without the network: the person agrees to what that means. */
export async function signOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
}
