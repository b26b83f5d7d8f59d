import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Locator, type Page, test } from '@playwright/test'
import { LAUNCH } from './helpers/browser/chromium.ts'
import { openScreen } from './helpers/open-screen.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let folder: string
let browser: Browser

/**
 * A machine whose only font has Latin letters and signs. Without any font a browser does not load a page's
 * fonts either.
 */
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-no-fonts-'))
  mkdirSync(join(folder, 'fonts'))
  copyFileSync('render/fonts/files/NotoSansMath_400Regular.ttf', join(folder, 'fonts', 'math.ttf'))
  const config = join(folder, 'fonts.conf')
  writeFileSync(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  )
  server = await startServer()
  browser = await chromium.launch({
    ...LAUNCH,
    env: { ...(process.env as Record<string, string>), FONTCONFIG_FILE: config },
  })
})
test.afterAll(async () => {
  await browser?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the fonts that draw a text, as the browser reports them. */
async function fontsOf(page: Page, text: Locator): Promise<string[]> {
  await text.evaluate((node) => node.setAttribute('data-drawn', ''))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument')
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[data-drawn]' })
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
  await text.evaluate((node) => node.removeAttribute('data-drawn'))
  await cdp.detach()
  return fonts.filter(({ isCustomFont }) => isCustomFont).map(({ familyName }) => familyName)
}

test('Arabic and Devanagari use the app’s own fonts on a machine that has none for them', async () => {
  const page = await browser.newPage()
  await signIn(page, server.url, DEMO_SIGN_IN.admin)
  await openScreen(page, `${server.url}/master/consent-forms`)
  await page.getByRole('button', { name: 'Add New' }).click()
  const form = page.getByRole('dialog', { name: 'New consent form' })
  const second = form.getByRole('textbox', { name: 'Form Name (secondary language)' })
  const preview = form.getByRole('region', { name: 'Preview: Secondary language' })
  for (const [text, font] of [
    ['موافقة على الخزعة', 'Noto Naskh Arabic'],
    ['बायोप्सी की सहमति', 'Noto Sans'],
  ] as const) {
    await second.fill(text)
    await expect.poll(() => fontsOf(page, preview.getByText(text))).toContain(font)
  }
})
