import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest'
import type { Translated } from '#src/ui/language/translated.ts'
import { staffLanguage } from '../../scripts/staff-language.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'readroom-language-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const FILES = {
  'index.html':
    '<!doctype html><html lang="en" dir="ltr"><script type="module" src="/main.ts"></script></html>',
  'main.ts':
    "import { SIGN_WORDS } from './sign/words.ts'\nimport { LIST_WORDS } from './sign/list-words.ts'\nconsole.log(SIGN_WORDS.sign, SIGN_WORDS.cancel, LIST_WORDS.rows(3))",
  'sign/words.ts': "export const SIGN_WORDS = { sign: 'Sign', cancel: 'Cancel' } as const",
  'sign/words.hi.ts':
    "import { SIGN_WORDS as ENGLISH } from './words.ts'\nexport const SIGN_WORDS = { ...ENGLISH, sign: 'हस्ताक्षर' }",
  'sign/list-words.ts': "export const LIST_WORDS = { rows: (n: number) => n + ' rows' }",
  'sign/list-words.ar.ts': "export const LIST_WORDS = { rows: (n: number) => n + ' صفوف' }",
}

/** Builds a page of two words files in a language; returns its code and its document. */
async function buildIn(language: string | undefined): Promise<{ code: string; html: string }> {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [staffLanguage(language)],
    build: { write: false, minify: false },
  })
  const { output } = built as Extract<typeof built, { output: unknown }>
  const text = (end: string) =>
    output
      .filter(({ fileName }) => fileName.endsWith(end))
      .map((file) => (file.type === 'chunk' ? file.code : String(file.source)))
      .join('\n')
  return { code: text('.js'), html: text('.html') }
}

test('a build in a language takes its files of words where there are some, and English elsewhere', async () => {
  const { code, html } = await buildIn('hi')
  expect(code).toContain('हस्ताक्षर')
  expect(code).toContain('Cancel')
  expect(code).toContain(' rows')
  expect(code).not.toContain('صفوف')
  expect(html).toContain('<html lang="hi" dir="ltr">')
})

test('a build in a language that is written from the right says so', async () => {
  const { code, html } = await buildIn('ar')
  expect(code).toContain('صفوف')
  expect(code).not.toContain('हस्ताक्षर')
  expect(html).toContain('<html lang="ar" dir="rtl">')
})

test('a build without a language is English', async () => {
  const { code, html } = await buildIn(undefined)
  expect(code).toContain('Sign')
  expect(code).not.toContain('हस्ताक्षर')
  expect(html).toContain('<html lang="en" dir="ltr">')
})

test.each(['Hindi', 'HI', '', '../x'])('the language %j is refused with the rule', (language) => {
  expect(() => staffLanguage(language)).toThrow('READROOM_LANGUAGE must be a code of two small letters')
})

test('a file of a language has every word of the English one, with the same values', () => {
  type English = {
    readonly sign: 'Sign'
    readonly rows: (n: number) => string
    readonly more: { readonly a: 'A' }
  }
  expectTypeOf<Translated<English>>().toEqualTypeOf<{
    readonly sign: string
    readonly rows: (n: number) => string
    readonly more: { readonly a: string }
  }>()
})
