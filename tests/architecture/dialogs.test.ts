import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Files that may render the library's own dialogs and drawers, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/ui/dialog/Dialog.tsx': 'the shared dialog',
  'src/ui/dialog/EdgeDrawer.tsx': 'the shared drawer',
  'src/parts/visit-panel/VisitPanel.tsx': 'covers the whole screen and is left by its button, not by Escape',
  'src/parts/visit-panel/VisitHeader.tsx': 'its title',
}

const IMPORT = /import \{([^}]*)\} from '@mantine\/core'/g

const drawing = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join('src', name))
  .filter((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].some(([, names]) =>
      names!.split(',').some((name) => ['Modal', 'Drawer'].includes(name.trim())),
    ),
  )

test('dialogs and drawers are those of src/ui, which close by Escape one at a time', () => {
  expect(
    drawing.filter((file) => !(file in ALLOWED)),
    'use Dialog (src/ui/dialog/Dialog.tsx) or EdgeDrawer (src/ui/dialog/EdgeDrawer.tsx) in the place of Modal and Drawer',
  ).toEqual([])
  expect(
    Object.keys(ALLOWED).filter((file) => !drawing.includes(file)),
    'take these off the list',
  ).toEqual([])
})

test('the application keeps the focus inside the topmost dialog', () => {
  expect(readFileSync('src/app/App.tsx', 'utf8')).toContain('useKeptFocus()')
})
