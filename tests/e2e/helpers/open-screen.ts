import type { Page } from '@playwright/test'

/**
 * Opens a screen by its address, as a link in the house does: a house that stands is not loaded again. It is loaded where
 * none stands yet (before a sign-in, while locked), where the next screen is a part of the open one (a tile of the
 * masters), and without the network, where opening an address is what the walk looks at.
 */
export async function openScreen(page: Page, address: string): Promise<void> {
  const isLoaded = page.url().startsWith(new URL(address).origin)
  if (!isLoaded || !(await page.evaluate(followLink, address))) {
    await page.goto(address)
    return
  }
  // The screen before stands until the next one is drawn: its rows are not those that the walk asks for.
  await page.locator('main#main > [data-left]').waitFor({ state: 'detached' })
}

/** Runs in the page. Returns false, and does nothing, where the address has to be loaded. */
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
