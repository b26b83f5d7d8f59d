import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Files of the repository that newcomers read. A shipped migration is never edited, so its comments stay
 * unchanged.
 */
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md', '*.sql'], {
  encoding: 'utf8',
  maxBuffer: 16_777_216,
})
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('server/migrations/') && existsSync(file))

/**
 * A page of ours, from the root (`docs/sync.md#outbox`) or as a relative link
 * (`(decisions/247-who-grants-what.md)`).
 */
const FROM_ROOT = /\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g
const BESIDE = /\]\((?!https?:)([\w./-]+\.md)(#[\w-]+)?\)/g
const NUMBERED = /\bdocs\/decisions\/(\d{3})\b(?!-)/g

/** References outside the repository, which a newcomer cannot look up. */
const OUTSIDE =
  /\b(?:SYNC|UX|STACK|CONVENTIONS|MISSION)\.md\b|\bDECISIONS(?:\.md)?,? "|\b[Ss]pec [1-4],? (?:sections?|s)\s?\d|\(section \d/

const anchors = new Map<string, ReadonlySet<string>>()

/**
 * Returns the anchors of a page as its renderer makes them: lower case, spaces become hyphens, other marks are
 * removed.
 */
function anchorsOf(page: string): ReadonlySet<string> {
  const known = anchors.get(page)
  if (known) return known
  const made = readFileSync(page, 'utf8')
    .split('\n')
    .flatMap((line) => /^#{1,6} (.*)$/.exec(line)?.[1] ?? [])
    .map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    )
  const all = new Set(made)
  anchors.set(page, all)
  return all
}

/** Returns the fault of a citation, or undefined. */
function wrongWith(cited: string): string | undefined {
  const [page = '', anchor] = cited.split('#')
  if (!existsSync(page)) return `${cited}: there is no such page`
  return anchor === undefined || anchorsOf(page).has(anchor)
    ? undefined
    : `${cited}: the page has no such section`
}

const citedIn = (file: string, text: string): string[] => [
  ...[...text.matchAll(FROM_ROOT)].map(([cited]) => cited),
  ...(file.endsWith('.md')
    ? [...text.matchAll(BESIDE)].map(([, page = '', anchor = '']) =>
        normalize(join(dirname(file), page)).concat(anchor),
      )
    : []),
]

test('every page and section that a file cites exists', () => {
  const wrong = files.flatMap((file) =>
    citedIn(file, readFileSync(file, 'utf8'))
      .flatMap((cited) => wrongWith(cited) ?? [])
      .map((words) => `${file} cites ${words}`),
  )
  expect(wrong).toEqual([])
})

test('every decision cited by its number exists', () => {
  const numbers = new Set(files.flatMap((file) => /^docs\/decisions\/(\d{3})-/.exec(file)?.[1] ?? []))
  const wrong = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(NUMBERED)]
      .filter(([, number = '']) => !numbers.has(number))
      .map(([cited]) => `${file} cites ${cited}`),
  )
  expect(wrong).toEqual([])
})

test('no file cites a source outside the repository: state the rule in a page of docs/ and cite that', () => {
  const own = 'tests/architecture/citations.test.ts'
  const outside = files
    .filter((file) => file !== own)
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) => (OUTSIDE.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    )
  expect(outside).toEqual([])
})

test('each decision is exactly once in the index by subject', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const pages = files.filter((file) => /^docs\/decisions\/(?!000)\d{3}-/.test(file))
  const wrong = pages.filter((page) => index.split(`(${page.slice('docs/decisions/'.length)})`).length !== 2)
  expect(wrong).toEqual([])
})
