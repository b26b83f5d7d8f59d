import { expect, type Page } from '@playwright/test'
import { openScreen } from './open-screen.ts'

export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Description' })
/** Returns the element that shows where the text of the open report is stored. */
export const placeOf = (page: Page, words: 'On this device' | 'On server' | 'Sending') =>
  page
    .getByRole('main')
    .getByText(new RegExp(`^${words}`))
    .first()

/** Opens a report that the person may write. */
export async function openReport(page: Page, url: string, studyId: string): Promise<void> {
  await openScreen(page, `${url}/report/${studyId}`)
  await expect(editorOf(page)).toBeEditable()
}

/** Types at the end of the text and returns once all of it is stored on the device. */
export async function typeReport(page: Page, text: string): Promise<void> {
  await editorOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
  await expect(editorOf(page)).toContainText(text.trim())
  await expect(page.getByText('Writing …')).toHaveCount(0)
}

/** Presses Save draft and returns once the save is in the queue: until then the button shows that it is busy. */
export async function saveDraft(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Save draft' })
  await button.click()
  await expect(button).not.toHaveAttribute('data-loading')
}

/**
 * Saves offline and returns once the save itself is in the queue. The text alone is stored before, and a page
 * that is closed in between keeps it as typed text only.
 */
export async function saveDraftOffline(page: Page): Promise<void> {
  await saveDraft(page)
  await expectQueued(page, /as Draft$/)
}

async function expectQueued(page: Page, label: RegExp): Promise<void> {
  await expect(page.getByRole('main').getByRole('status', { name: label })).toContainText('On this device')
}

/** Signs offline and confirms the dialog. Returns once the signature is in the queue. */
export async function signOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const signAnyway = page.getByRole('button', { name: 'Sign anyway' })
  const asked = page.getByRole('dialog')
  await asked.waitFor()
  // The check before signing may appear first, because these texts are short.
  if (await signAnyway.isVisible()) await signAnyway.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  await expectQueued(page, /^Sign report/)
}
