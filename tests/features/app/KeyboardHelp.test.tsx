import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { KeyboardHelp } from '#src/app/frame/KeyboardHelp.tsx'
import { APP_KEYS } from '#src/ui/keys/app-keys.ts'
import { useSearchKey } from '#src/ui/keys/use-search-key.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const user = userEvent.setup({ delay: null })
afterEach(cleanup)

function SearchBox() {
  const search = useRef<HTMLInputElement>(null)
  useSearchKey(search)
  return <input ref={search} aria-label="Search" />
}

const keysUnder = (title: string) =>
  within(screen.getByRole('table', { name: title }))
    .getAllByRole('row')
    .map((row) => row.querySelectorAll('td')[1]?.textContent)

test('the help lists the keys of the screen first, and every other key below', async () => {
  renderInApp(
    <>
      <SearchBox />
      <KeyboardHelp />
    </>,
  )
  await user.keyboard('?')
  expect(keysUnder('On this screen')).toEqual([APP_KEYS.help.does, APP_KEYS.filter.does])
  expect(keysUnder('On other screens')).toHaveLength(Object.keys(APP_KEYS).length - 2)
})

test('a screen without a list does not show the keys of a list', async () => {
  renderInApp(<KeyboardHelp />)
  await user.keyboard('?')
  expect(keysUnder('On this screen')).toEqual([APP_KEYS.help.does])
  expect(keysUnder('On other screens')).toContain(APP_KEYS.filter.does)
})

test('the key of the search box works on a keyboard that needs Shift for it', async () => {
  renderInApp(<SearchBox />)
  await user.keyboard('{Shift>}/{/Shift}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Search')))
})

test('no search box takes the focus behind an open dialog', async () => {
  renderInApp(
    <>
      <SearchBox />
      <div role="dialog" aria-modal="true" aria-label="A question" />
    </>,
  )
  await user.keyboard('/')
  expect(document.activeElement).toBe(document.body)
})
