import { expect, type Page, test } from '@playwright/test'
import { TILE_KEYS, TILE_SLUGS, TILE_TITLES, type TileKey } from '#domain/access/tiles.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { countMasters, goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const NOT_THEIRS = 'You are not authorized to access this module.'
const NEEDS_NETWORK = 'This needs the network. You are offline now.'

// Which person opens which tile (docs/masters.md#who-sees-which-tile, with the rights of the demo's people);
// together they open all 23.
const OF_PLATFORM: readonly TileKey[] = [
  'roles',
  'users',
  'documentTags',
  'clinicalDepartments',
  'radiologyDepartments',
  'aiBodyParts',
  'aiCompanies',
]
const OF_DOCTOR: readonly TileKey[] = ['shortcuts', 'templates']
const OF_ADMINISTRATOR = TILE_KEYS.filter(
  (key) => !['documentTags', 'clinicalDepartments', 'aiBodyParts', 'aiCompanies', 'shortcuts'].includes(key),
)

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const admin = onePage(() => server, DEMO_SIGN_IN.admin)

const drawerOf = (page: Page, key: TileKey) =>
  page.getByRole('dialog', { name: TILE_TITLES[key], exact: true })
const tileOf = (page: Page, key: TileKey) =>
  page.getByRole('main').getByRole('link', { name: TILE_TITLES[key], exact: true })

/** Expects the drawer of the tile with its content: a list, tabs or fields, and no error. */
async function expectOpen(page: Page, key: TileKey): Promise<void> {
  const drawer = drawerOf(page, key)
  await expect(
    drawer.getByRole('textbox').or(drawer.getByRole('searchbox')).or(drawer.getByRole('tab')).first(),
  ).toBeVisible()
  await expect(drawer.getByRole('alert')).toHaveCount(0)
  await expect(drawer.getByText('could not be loaded')).toHaveCount(0)
}

// The administrator's walk runs in parts, because opening all drawers is slow on a busy machine.
const PART = 6
const parts = Array.from({ length: Math.ceil(OF_ADMINISTRATOR.length / PART) }, (_, part) => ({
  who: `a centre’s administrator (part ${part + 1})`,
  name: DEMO_SIGN_IN.admin,
  tiles: OF_ADMINISTRATOR,
  opened: OF_ADMINISTRATOR.slice(part * PART, (part + 1) * PART),
}))

for (const { who, name, tiles, opened } of [
  { who: 'the platform’s administrator', name: 'platform', tiles: OF_PLATFORM, opened: OF_PLATFORM },
  { who: 'a doctor', name: DEMO_SIGN_IN.senior, tiles: OF_DOCTOR, opened: OF_DOCTOR },
  ...parts,
]) {
  test(`${who} opens each of their own tiles; other masters show the refusal`, async ({ page }) => {
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(error.message))
    await signIn(page, server.url, name)
    await openScreen(page, `${server.url}/master`)
    for (const key of TILE_KEYS) await expect(tileOf(page, key)).toHaveCount(tiles.includes(key) ? 1 : 0)
    for (const key of opened) {
      await tileOf(page, key).click()
      await expectOpen(page, key)
      await page.goBack()
      await expect(drawerOf(page, key)).toHaveCount(0)
    }
    const other = TILE_KEYS.find((key) => !tiles.includes(key)) ?? 'roles'
    await openScreen(page, `${server.url}/master/${TILE_SLUGS[other]}`)
    await expect(page.getByText(NOT_THEIRS)).toBeVisible()
    expect(broken).toEqual([])
  })
}

const list = (page: Page) => drawerOf(page, 'discountHeads')
const formOf = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const rowOf = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name })

async function openHeads(page: Page): Promise<void> {
  await openScreen(page, `${server.url}/master/discount-heads`)
  await expect(list(page).getByRole('searchbox', { name: 'Search' })).toBeVisible()
}

async function addHead(page: Page, name: string, percent: string): Promise<void> {
  await list(page).getByRole('button', { name: 'Add New' }).click()
  const form = formOf(page, 'New discount head')
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Percent' }).fill(percent)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(rowOf(page, name)).toBeVisible()
}

test('a discount head is added, refused, changed, found and deleted', async () => {
  const page = admin()
  await openHeads(page)
  await addHead(page, 'Quarry workers', '12.5')
  await addHead(page, 'Blood donors', '5')

  await list(page).getByRole('button', { name: 'Add New' }).click()
  const form = formOf(page, 'New discount head')
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect(form.getByText('Name is required.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Name' }).fill('Quarry workers')
  await form.getByRole('textbox', { name: 'Percent' }).fill('1')
  await page.keyboard.press('Control+s')
  await expect(form.getByText('Name is taken already.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await expect(form).toHaveCount(0)
  await expect(list(page)).toBeVisible()

  await rowOf(page, 'Quarry workers').getByRole('button', { name: 'Edit Quarry workers' }).click()
  const edit = formOf(page, 'Edit discount head')
  await edit.getByRole('textbox', { name: 'Percent' }).fill('20')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Quarry workers')).toContainText('20 %')

  await page.keyboard.press('/')
  await page.keyboard.type('quarry')
  await expect(rowOf(page, 'Blood donors')).toHaveCount(0)
  await expect(list(page).getByText('Showing 1 - 1 of 1 records.')).toBeVisible()
  await list(page).getByRole('button', { name: 'Delete Quarry workers' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure to delete this record?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(list(page).getByText('No matches')).toBeVisible()
})

test('the second of two administrators sees both versions and overwrites nothing unseen', async ({
  browser,
}) => {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext()])
  const [first, second] = await Promise.all([one.newPage(), two.newPage()])
  for (const page of [first, second]) {
    await signIn(page, server.url, DEMO_SIGN_IN.admin)
    await openHeads(page)
  }
  await addHead(first, 'Ward sisters', '10')
  await expect(rowOf(second, 'Ward sisters')).toBeVisible()
  for (const page of [first, second])
    await rowOf(page, 'Ward sisters').getByRole('button', { name: 'Edit Ward sisters' }).click()

  const [early, late] = [formOf(first, 'Edit discount head'), formOf(second, 'Edit discount head')]
  await early.getByRole('textbox', { name: 'Name' }).fill('Ward sisters and family')
  await early.getByRole('button', { name: 'Save' }).click()
  await expect(early).toHaveCount(0)
  await late.getByRole('textbox', { name: 'Name' }).fill('Personnel')
  await late.getByRole('textbox', { name: 'Percent' }).fill('15')
  await late.getByRole('button', { name: 'Save' }).click()
  await expect(late.getByText('Someone else changed this in the meantime.')).toBeVisible()
  await late.getByRole('radio', { name: 'Theirs: Ward sisters and family' }).check()
  await late.getByRole('button', { name: 'Save the choice' }).click()
  await expect(late).toHaveCount(0)
  for (const page of [first, second])
    await expect(rowOf(page, 'Ward sisters and family')).toContainText('15 %')
  await Promise.all([one.close(), two.close()])
})

test('offline, lists open from the device at once, and actions that need the server say so', async () => {
  const page = admin()
  const context = page.context()
  await openHeads(page)
  await addHead(page, 'Lighthouse keepers', '7')
  await expect.poll(() => countMasters(page, 'discountHead')).toBeGreaterThan(0)
  await expect.poll(() => countMasters(page, 'studyTag')).toBeGreaterThan(0)
  await openScreen(page, `${server.url}/master`)
  await expect(tileOf(page, 'discountHeads')).toBeVisible()
  await goOffline(context)
  await expect(page.getByRole('button', { name: /^Offline since/ })).toBeVisible()

  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    times.push(await openingMs(page, 'discountHeads', 'Lighthouse keepers'))
    await page.goBack()
    await expect(drawerOf(page, 'discountHeads')).toHaveCount(0)
  }
  console.log(`masters opened offline in ${times.map(Math.round).join(', ')} ms`)
  expect(Math.min(...times)).toBeLessThan(200)

  await tileOf(page, 'discountHeads').click()
  await list(page).getByRole('button', { name: 'Add New' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText(NEEDS_NETWORK)
  await rowOf(page, 'Lighthouse keepers').getByRole('button', { name: 'Edit Lighthouse keepers' }).click()
  const save = formOf(page, 'Edit discount head').getByRole('button', { name: 'Save' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await save.hover()
  await expect(page.getByRole('tooltip').filter({ hasText: NEEDS_NETWORK })).toBeVisible()
  await context.setOffline(false)
})

/** Returns the time from the click on a tile to the first of its rows on the screen, in milliseconds. */
function openingMs(page: Page, key: TileKey, text: string): Promise<number> {
  return page.evaluate(
    ([address, wanted]) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        const look = () => {
          const rows = [...document.querySelectorAll('[role="dialog"] [role="row"]')]
          if (!rows.some((row) => row.textContent?.includes(wanted))) return
          watcher.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - start))
        }
        const watcher = new MutationObserver(look)
        watcher.observe(document.body, { childList: true, subtree: true })
        document.querySelector<HTMLElement>(`a[href="${address}"]`)?.click()
      }),
    [`/master/${TILE_SLUGS[key]}`, text] as const,
  )
}

test('hub, list and form have no serious axe violations; on a phone rows are cards and drawers fill the screen', async () => {
  const page = admin()
  await openScreen(page, `${server.url}/master`)
  await expect(tileOf(page, 'studyTags')).toBeVisible()
  await expectAccessible(page)
  await tileOf(page, 'studyTags').click()
  const drawer = drawerOf(page, 'studyTags')
  await expect(drawer.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Add New' }).click()
  await expect(formOf(page, 'New study tag').getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(drawer.getByRole('listitem').first()).toBeVisible()
  expect((await drawer.boundingBox())?.width).toBeGreaterThan(380)
  await expectAccessible(page)
})
