import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './imports-of.ts'

/**
 * Allowed imports (ARCHITECTURE.md). A folder may import itself and the folders named here, nothing else. A new
 * top-level folder needs its line before a file in it can pass.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  contract: ['domain'],
  render: ['domain'],
  'src/db': ['domain', 'contract'],
  'src/sync': ['domain', 'contract', 'src/db', 'src/workers'],
  'src/ui': ['domain', 'contract', 'render/chart', 'src/db', 'src/sync'],
  'src/workers': ['domain', 'contract', 'render', 'src/db'],
  'src/parts': ['domain', 'contract', 'src/db', 'src/sync', 'src/ui', 'src/workers'],
  'src/features': ['domain', 'contract', 'src/db', 'src/sync', 'src/ui', 'src/workers', 'src/parts'],
  'src/app': [
    'domain',
    'contract',
    'src/db',
    'src/sync',
    'src/ui',
    'src/workers',
    'src/parts',
    'src/features',
  ],
  'src/sw': ['domain', 'contract', 'src/sync/sealed'],
  'src/main.tsx': ['src/app'],
  'server/kernel': ['domain', 'contract'],
  'server/integrations': ['domain', 'contract', 'render', 'server/kernel'],
  'server/masters': ['domain', 'contract', 'server/kernel'],
  'server/features': [
    'domain',
    'contract',
    'render',
    'server/kernel',
    'server/masters',
    'server/integrations',
  ],
  'server/app.ts': ['domain', 'contract', 'server/kernel', 'server/features', 'server/integrations'],
  'server/start': ['domain', 'server/app.ts', 'server/kernel', 'server/features', 'server/integrations'],
  'server/main.ts': ['server/start'],
}
/** Inside these, sibling folders are separate: one screen family never imports another. */
const FENCED = ['src/features']

const files = ['domain', 'contract', 'render', 'src', 'server'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(root, name)),
)

const roomOf = (file: string) =>
  Object.keys(MAY_IMPORT).find((room) => file === room || file.startsWith(`${room}/`))
const homeOf = (file: string, room: string) =>
  FENCED.includes(room) ? file.split('/').slice(0, 3).join('/') : room
const inside = (target: string, room: string) => target === room || target.startsWith(`${room}/`)

test('the walk finds the source files', () => {
  expect(files.length, 'the walls test must read the source files; run it from the checkout').toBeGreaterThan(
    120,
  )
})

test.each(files)('%s imports only from below its walls', (file) => {
  const room = roomOf(file)
  expect(
    room,
    `${file} is in no known folder: give its folder a line in MAY_IMPORT and in ARCHITECTURE.md`,
  ).toBeDefined()
  const bad = importsOf(file).filter(
    (target) =>
      !inside(target, homeOf(file, room!)) && !MAY_IMPORT[room!]!.some((below) => inside(target, below)),
  )
  expect(
    bad,
    `${file} looks through a wall. Move the shared piece down (domain, contract, parts), or the importer up.`,
  ).toEqual([])
})

test('only domain/status compares a status with a literal', () => {
  const literal = /status\s*[!=]==?\s*['"](Pending|Draft|ReadyForSign|Signed|Verified)['"]/
  const bad = files.filter(
    (file) => !file.startsWith('domain/status/') && literal.test(readFileSync(file, 'utf8')),
  )
  expect(bad, 'Ask a question of domain/status/report-status.ts (isSigned, canVerify …) instead.').toEqual([])
})

test('the client shares only domain, contract and render with the server', () => {
  const bad = files
    .filter((file) => file.startsWith('src/'))
    .filter((file) => importsOf(file).some((target) => target.startsWith('server/')))
  expect(bad).toEqual([])
})

test('no component suspends: React would hold it back for 300 ms', () => {
  const bad = files.filter((file) => /\b(Suspense|lazy)\b[^\n]*from 'react'/.test(readFileSync(file, 'utf8')))
  expect(bad, 'Use lazyPart of src/ui/lazy-part.tsx (docs/decisions/152).').toEqual([])
})

test('dates and times are entered in the fields of src/ui/dates, which look the same in every browser', () => {
  const native = /\btype(=|:)\s*\{?[^\n}]*['"](date|time|datetime-local|month|week)['"]/
  const inputs = files.filter((file) => file.endsWith('.tsx') && native.test(readFileSync(file, 'utf8')))
  expect(inputs, 'use DayInput, DayRangeInput, MonthInput, TimeInput or DayTimeInput').toEqual([])
  const picker = files.filter(
    (file) => !file.startsWith('src/ui/dates/') && readFileSync(file, 'utf8').includes("'@mantine/dates"),
  )
  expect(picker, 'wrap it in src/ui/dates').toEqual([])
})

test('no module of the service worker imports dynamically: it cannot, and its file would not run', () => {
  const seen = new Set<string>()
  const follow = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    const statics = text.matchAll(/^(?:import|export)(?! type)[^'"]*['"]((?:\.{1,2}|#\w+)\/[^'"]+)['"]/gm)
    for (const [, to] of statics) follow(to!.startsWith('#') ? to!.slice(1) : join(dirname(file), to!))
  }
  follow('src/sw/sw.ts')
  expect(seen.size).toBeGreaterThan(20)
  const bad = [...seen].filter((file) => /(?<!typeof )\bimport\(/.test(readFileSync(file, 'utf8')))
  expect(bad, 'give it to the worker as a static import (src/sync/api/call-from-worker.ts)').toEqual([])
})

/** The public display has no vault and no patient data behind such an address. */
const MAY_MAKE_ADDRESSES = ['src/sync/files/page-addresses.ts', 'src/sync/que-display/use-banner.ts']

test('addresses of this page (blob:) are created in one place, which revokes them when the page is locked', () => {
  const makers = files.filter((file) => readFileSync(file, 'utf8').includes('URL.createObjectURL'))
  expect(
    makers.filter((file) => !MAY_MAKE_ADDRESSES.includes(file)),
    'use makePageAddress, or usePageAddress in a component',
  ).toEqual([])
})
