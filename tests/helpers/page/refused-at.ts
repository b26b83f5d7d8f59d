import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

/**
 * Expects a refusal inside its place (a dialog, a row, a form) and not at the edge of the screen, and expects
 * the focus there.
 */
export async function expectRefusedAt(place: HTMLElement, words: string): Promise<void> {
  await waitFor(() =>
    expect(
      within(place)
        .queryAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain(words),
  )
  await waitFor(() => expect(place.contains(document.activeElement)).toBe(true))
  await waitFor(() => expect(document.activeElement?.textContent).toContain(words))
  expect(screen.queryAllByRole('alert').filter((one) => !place.contains(one))).toEqual([])
}
