import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#domain/language/languages.ts'
import { isolatedValues } from '#domain/message/isolated-values.ts'
import { unknownNotificationNames } from '#domain/message/notification.ts'
import { namesIn, unknownPlaceholders } from '#domain/message/placeholders.ts'
import { shareTextsOf } from '#domain/message/share-text.ts'
import type { PatientEvent } from '#domain/message/texts/en.ts'
import { textsIn } from '#domain/message/texts/texts-in.ts'

const ENGLISH = textsIn('en')
const EVENTS = Object.keys(textsIn('hi').notifications) as PatientEvent[]
const SCRIPTS = { hi: /\p{Script=Devanagari}/u, ar: /\p{Script=Arabic}/u }

/** A text without its placeholders and parts that are given. */
const bare = (text: string) => text.replace(/%[A-Z_]+%|⟦\w⟧/g, '')

describe.each(['hi', 'ar'] as const)('what is written to patients in %s', (language) => {
  const texts = textsIn(language)

  test.each(EVENTS)('%s names what the English text names, in its script', (event) => {
    const own = texts.notifications[event]
    for (const part of ['subject', 'body', 'sms'] as const) {
      expect(unknownNotificationNames(own[part])).toEqual([])
      expect(namesIn(own[part]).toSorted()).toEqual(namesIn(ENGLISH.notifications[event][part]).toSorted())
      expect(bare(own[part])).toMatch(SCRIPTS[language])
      expect(bare(own[part])).not.toMatch(/\p{Script=Latin}/u)
    }
    expect(own.sms).not.toContain('\n')
  })

  test('the share texts name what the English ones name, in its script', () => {
    for (const name of Object.keys(ENGLISH.share) as (keyof typeof ENGLISH.share)[]) {
      expect(unknownPlaceholders(texts.share[name])).toEqual([])
      expect(namesIn(texts.share[name]).toSorted()).toEqual(namesIn(ENGLISH.share[name]).toSorted())
      expect(bare(texts.share[name])).not.toMatch(/\p{Script=Latin}/u)
    }
  })

  test('the other texts hold what they are given and nothing in English', () => {
    const { consent, subjects, reportLater, values } = texts
    const said = [
      consent.subject('⟦a⟧'),
      consent.text('⟦a⟧', '⟦b⟧'),
      consent.paper('⟦a⟧', '⟦b⟧'),
      ...Object.values(subjects),
      reportLater,
      ...Object.values(values.gender),
      values.age({ years: 42, months: 0, days: 0 }),
    ]
    for (const text of said) {
      expect(bare(text)).toMatch(SCRIPTS[language])
      expect(bare(text)).not.toMatch(/\p{Script=Latin}/u)
    }
    expect(consent.text('⟦a⟧', 'https://r.example/x')).toMatch(/https:\/\/r\.example\/x$/)
    expect(consent.paper('⟦a⟧', '⟦b⟧')).toMatch(/⟦b⟧[^]*⟦a⟧/)
  })
})

test.each([
  [{ years: 42, months: 3, days: 1 }, '42Y', '42 वर्ष', '42 سنة'],
  [{ years: 0, months: 3, days: 1 }, '3M', '3 महीने', '3 أشهر'],
  [{ years: 0, months: 0, days: 12 }, '12D', '12 दिन', '12 يومًا'],
  [{ years: 2, months: 0, days: 0 }, '2Y', '2 वर्ष', 'سنتان'],
])('an age of %o is said as %s, %s and %s', (age, ...said) => {
  expect(LANGUAGES.map((language) => textsIn(language).values.age(age))).toEqual(said)
})

test('values are isolated outside English, and addresses never', () => {
  const values = { NAME: 'Asha', PAT_LOGIN_URL: 'https://r.example' }
  expect(isolatedValues(values, 'en')).toEqual(values)
  expect(isolatedValues(values, 'ar')).toEqual({
    NAME: '\u2068Asha\u2069',
    PAT_LOGIN_URL: 'https://r.example',
  })
})

test('a settings page that was saved unchanged leaves the built-in texts of each language', () => {
  expect(shareTextsOf(shareTextsOf(undefined), textsIn('hi').share)).toEqual(textsIn('hi').share)
})

test('the centre’s own share text stands in every language, and a blank one gives that language’s', () => {
  const own = { pat_viewer_share_content: 'Our own: %VIEWER_URL%', pat_login_share_content: ' ' }
  const shown = shareTextsOf(own, textsIn('hi').share)
  expect(shown.pat_viewer_share_content).toBe('Our own: %VIEWER_URL%')
  expect(shown.pat_login_share_content).toBe(textsIn('hi').share.pat_login_share_content)
})
