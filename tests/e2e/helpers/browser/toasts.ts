import { expect, type Page } from '@playwright/test'

/**
 * Expects messages at the edge of the screen, and that none covers a button in the lower half of the screen
 * that ends a form or pages a list.
 */
export async function expectToastsApart(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const toasts = [...document.querySelectorAll('.mantine-Notification-root')].map(boxOf)
    const below = [...document.querySelectorAll('button')].filter((button) => {
      const { top, height } = boxOf(button)
      return (
        height > 0 &&
        top > innerHeight / 2 &&
        top < innerHeight &&
        !button.closest('.mantine-Notification-root')
      )
    })
    const covered = below.filter((button) => {
      const one = boxOf(button)
      return toasts.some(
        (toast) =>
          toast.left < one.right &&
          one.left < toast.right &&
          toast.top < one.bottom &&
          one.top < toast.bottom,
      )
    })
    return {
      toasts: toasts.length,
      below: below.length,
      covered: covered.map((button) => button.getAttribute('aria-label') ?? button.textContent),
    }
  })
  expect(seen.toasts, 'a message stands there').toBeGreaterThan(0)
  expect(seen.below, 'buttons stand in the lower half').toBeGreaterThan(0)
  expect(seen.covered).toEqual([])
}
