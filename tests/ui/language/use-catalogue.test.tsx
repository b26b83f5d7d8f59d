import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LANGUAGES } from '#domain/language/languages.ts'
import { LanguageSelect } from '#src/ui/language/LanguageSelect.tsx'
import { LANGUAGE_TABLE } from '#src/ui/language/languages.ts'
import { usePageLanguage } from '#src/ui/language/page-language.ts'
import { type Catalogue, type Spoken, useCatalogue } from '#src/ui/language/use-catalogue.ts'
import { wantedLanguage } from '#src/ui/language/wanted-language.ts'
import { browserSpeaks } from '#tests/helpers/page/english-left.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

type Greeting = { hello: string }
let hindi: () => Promise<Greeting>
const catalogue: Catalogue<Greeting> = {
  english: { hello: 'Hello' },
  others: { hi: () => hindi(), ar: async () => ({ hello: 'مرحبًا' }) },
}

function Said({ language, words }: Spoken<Greeting>) {
  usePageLanguage(language)
  return <h1>{words.hello}</h1>
}
function Page() {
  const [spoken, choice] = useCatalogue(catalogue)
  if (!spoken) return null
  return (
    <>
      <Said {...spoken} />
      <LanguageSelect label="Language" value={spoken.language} {...choice} />
    </>
  )
}

const choose = (language: keyof typeof LANGUAGE_TABLE) =>
  fireEvent.click(screen.getByRole('radio', { name: LANGUAGE_TABLE[language].name }))
const root = () => [document.documentElement.lang, document.documentElement.dir]

beforeEach(() => {
  hindi = async () => ({ hello: 'नमस्ते' })
  document.documentElement.lang = 'en'
  document.documentElement.dir = 'ltr'
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  browserSpeaks('en-US')
})

test.each([
  [['ar-KW', 'en'], 'ar'],
  [['fr-FR', 'hi-IN'], 'hi'],
  [['fr-FR', 'de'], 'en'],
  [['EN-gb', 'ar'], 'en'],
] as const)('a browser with the languages %j gets %s', (tags, language) => {
  browserSpeaks(...tags)
  expect(wantedLanguage()).toBe(language)
})

test.each([
  ['ar', 'hi', 'hi-IN', 'ar'],
  [undefined, 'hi', 'ar-KW', 'hi'],
  [undefined, null, 'ar-KW', 'ar'],
  [undefined, undefined, 'fr-FR', 'en'],
] as const)(
  'with %s chosen here, %s of the patient or branch and a browser in %s the page is in %s',
  (chosen, known, tag, language) => {
    if (chosen) localStorage.setItem('readroom-language', chosen)
    browserSpeaks(tag)
    expect(wantedLanguage(known)).toBe(language)
  },
)

test('a language that the page learns is shown, unless the reader has chosen another, and is not kept', async () => {
  browserSpeaks('en-GB')
  function Learning() {
    const [spoken, choice] = useCatalogue(catalogue)
    return (
      <>
        {spoken && <Said {...spoken} />}
        <button type="button" onClick={() => choice.offer('ar')}>
          learn
        </button>
        <button type="button" onClick={() => choice.choose('hi')}>
          choose
        </button>
      </>
    )
  }
  renderInApp(<Learning />)
  expect(screen.getByRole('heading').textContent).toBe('Hello')
  fireEvent.click(screen.getByRole('button', { name: 'learn' }))
  expect(await screen.findByText('مرحبًا')).toBeTruthy()
  expect(localStorage.length).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: 'choose' }))
  expect(await screen.findByText('नमस्ते')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'learn' }))
  await act(async () => undefined)
  expect(screen.getByRole('heading').textContent).toBe('नमस्ते')
})

test('each language is listed by its own name, stored in the browser, and set on the document', async () => {
  renderInApp(<Page />)
  expect(screen.getByRole('heading').textContent).toBe('Hello')
  for (const language of LANGUAGES)
    expect(screen.getByText(LANGUAGE_TABLE[language].name).lang).toBe(language)
  expect(localStorage.length).toBe(0)
  choose('ar')
  expect(await screen.findByText('مرحبًا')).toBeTruthy()
  expect(root()).toEqual(['ar', 'rtl'])
  expect([localStorage.length, localStorage.getItem('readroom-language')]).toEqual([1, 'ar'])
  cleanup()
  // The next page in this browser, and then one of the staff.
  expect(root()).toEqual(['en', 'ltr'])
  renderInApp(<Page />)
  expect(await screen.findByText('مرحبًا')).toBeTruthy()
  choose('en')
  expect(await screen.findByText('Hello')).toBeTruthy()
  expect(root()).toEqual(['en', 'ltr'])
})

test('words that cannot be loaded leave the page in its language, with the reason in the requested one', async () => {
  hindi = () => Promise.reject(new TypeError('Failed to fetch'))
  browserSpeaks('hi-IN')
  renderInApp(<Page />)
  expect(await screen.findByText('Hello')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(LANGUAGE_TABLE.hi.notFetched)
  expect(root()).toEqual(['en', 'ltr'])
  choose('ar')
  expect(await screen.findByText('مرحبًا')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  hindi = async () => ({ hello: 'नमस्ते' })
  choose('hi')
  expect(await screen.findByText('नमस्ते')).toBeTruthy()
})

test('a choice made while another one loads takes precedence', async () => {
  let arrive: (words: Greeting) => void = () => undefined
  hindi = () => new Promise((resolve) => (arrive = resolve))
  renderInApp(<Page />)
  choose('hi')
  expect(screen.getByRole('heading').textContent).toBe('Hello')
  choose('ar')
  expect(await screen.findByText('مرحبًا')).toBeTruthy()
  await act(async () => arrive({ hello: 'नमस्ते' }))
  expect(screen.getByRole('heading').textContent).toBe('مرحبًا')
})
