import type { Page } from '@playwright/test'

/**
 * Opens a screen by its address, as a link in the app does, without a reload of the loaded app. The address
 * is loaded if the app is not there yet (before a sign-in, while locked), if the next screen is a part of the
 * open one (a tile of the masters), and offline, where the walk tests opening an address.
 */
export async function openScreen(page: Page, address: string): Promise<void> {
  const isLoaded = page.url().startsWith(new URL(address).origin)
  if (!isLoaded || !(await page.evaluate(followLink, address))) {
    await page.goto(address)
    return
  }
  // The previous screen stays until the next one is drawn: its rows are not the ones that the walk needs.
  await page.locator('main#main > [data-left]').waitFor({ state: 'detached' })
}

/** Runs in the page. Returns false, without any effect, if the address must be loaded. */
function followLink(address: string): boolean {
  const { origin, pathname } = new URL(address)
  const main = document.querySelector('main#main')
  const isOpen = main !== null && document.querySelector('[role=dialog]') === null
  const isPart = pathname.split('/')[1] === location.pathname.split('/')[1]
  if (!isOpen || isPart || !navigator.onLine || origin !== location.origin) return false
  main.lastElementChild?.setAttribute('data-left', '')
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  return true
}
