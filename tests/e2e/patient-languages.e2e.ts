import { type Browser, expect, type Page, test } from '@playwright/test'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { DEMO_PATIENT } from '#server/features/demo/desk/insert-visits.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
})

const PHONE = { width: 390, height: 844 }
const LANGUAGES = {
  ar: {
    dir: 'rtl',
    born: 'تاريخ ميلاد المريض',
    calendar: 'افتح التقويم',
    show: 'عرض النتائج',
    images: 'عرض الصور',
    report: 'عرض التقرير',
    next: 'المريض التالي',
    own: {
      welcome: /^مرحبًا/,
      request: 'حجز موعد جديد',
      bookings: 'عرض المواعيد',
      send: 'إرسال طلب الموعد',
      upcoming: 'المواعيد القادمة',
    },
    again: [
      ['/verify-signature', 'التحقق من تقرير موقّع'],
      ['/shared/open', 'افتح الرابط من رسالتك مرة أخرى: هذه الصفحة لا تحتفظ به.'],
      ['/consent-form', 'افتح الرابط من رسالتك أو امسح الرمز مرة أخرى: هذه الصفحة لا تحتفظ به.'],
    ],
  },
  hi: {
    dir: 'ltr',
    born: 'मरीज़ की जन्म तिथि',
    calendar: 'कैलेंडर खोलें',
    show: 'परिणाम दिखाएँ',
    images: 'तस्वीरें देखें',
    report: 'रिपोर्ट देखें',
    next: 'अगला मरीज़',
    own: {
      welcome: /आपका स्वागत है$/,
      request: 'नया अपॉइंटमेंट लें',
      bookings: 'अपने अपॉइंटमेंट देखें',
      send: 'अपॉइंटमेंट का अनुरोध भेजें',
      upcoming: 'आने वाले अपॉइंटमेंट',
    },
    again: [
      ['/verify-signature', 'हस्ताक्षरित रिपोर्ट की जाँच'],
      ['/shared/open', 'अपने संदेश में दिया गया लिंक फिर से खोलें: यह पेज उसे सहेजकर नहीं रखता।'],
      ['/consent-form', 'अपने संदेश में दिया गया लिंक फिर से खोलें, या कोड फिर से स्कैन करें: यह पेज उसे सहेजकर नहीं रखता।'],
    ],
  },
} as const

/** Opens a phone in India with that language. */
async function openPhone(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, locale, timezoneId: 'Asia/Kolkata' })
  return context.newPage()
}

/**
 * Expects that the document declares its language, is not wider than the phone and cuts no word, and that axe
 * finds nothing.
 */
async function expectWhole(page: Page, language: keyof typeof LANGUAGES): Promise<void> {
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', language)
  await expect(html).toHaveAttribute('dir', LANGUAGES[language].dir)
  const widths = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(widths.scrollWidth, 'nothing stands beside the phone').toBeLessThanOrEqual(widths.clientWidth)
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-label, .mantine-SegmentedControl-label')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  )
  expect(cut, 'words that are cut').toEqual([])
  await expectAccessible(page)
}

/** Makes a new link to a verified study of the demo, as reception shares it. */
async function shareStudy(): Promise<{ link: string; born: string; name: string }> {
  const [study] = await askDatabase<{ id: string; pat_name: string; born: string }>(
    server,
    `select id, pat_name, pat_birthdate::text as born from study
      where client_id = $1 and branch_id = $2 and status = 'Verified' and pat_birthdate is not null
        and payment_status <> 'Pending' and pat_name <> $3 limit 1`,
    [SANJEEVANI.id, SANJEEVANI.branches[0]?.id, DEMO_PATIENT.name],
  )
  if (!study) throw new Error('the demo has no verified study')
  const { token } = await post<{ token: string }>('/api/auth/login', {
    username: 'reception.andheri',
    password: DEMO_SIGN_IN.password,
  })
  const { result } = await post<{ result: { link: string } }>(
    '/phpapi/index.php/generateViewerShareUrl',
    {
      share_via: 'E',
      share_to: 'asha@mail.example',
      phonecode: '91',
      is_expiry: 0,
      dtl: { study_id: study.id },
    },
    token,
  )
  const { hash } = new URL(result.link, server.url)
  return { link: `${server.url}/shared/${hash}`, born: study.born, name: study.pat_name }
}

async function post<Answer>(path: string, body: object, token?: string): Promise<Answer> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Answer
}

test('the page behind a shared link uses the language of the phone, then the chosen one', async ({
  browser,
}) => {
  const { link, born, name } = await shareStudy()
  for (const language of ['ar', 'hi'] as const) {
    const words = LANGUAGES[language]
    const page = await openPhone(browser, `${language}-IN`)
    await page.goto(link)
    const field = page.getByLabel(words.born)
    await expect(field).toBeVisible()
    await expectWhole(page, language)
    await page.getByRole('button', { name: words.calendar }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectWhole(page, language)
    await page.keyboard.press('Escape')
    await field.fill(born.split('-').toReversed().join('/'))
    await page.getByRole('button', { name: words.show }).click()
    await expect(page.getByText(name)).toBeVisible()
    for (const button of [words.images, words.report])
      await expect(page.getByText(button, { exact: true })).toBeVisible()
    await expectWhole(page, language)
    // A visitor who chooses English gets English the next time too.
    await page.getByText('English', { exact: true }).click()
    await expect(page.getByText('View Report', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('View Report', { exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await page.context().close()
  }
})

test('a page without its link explains in its language what to do', async ({ browser }) => {
  for (const language of ['ar', 'hi'] as const) {
    const page = await openPhone(browser, `${language}-IN`)
    for (const [path, words] of LANGUAGES[language].again) {
      await page.goto(`${server.url}${path}`)
      await expect(page.getByText(words)).toBeVisible()
      await expectWhole(page, language)
    }
    await page.context().close()
  }
})

test('a signed-in patient’s own pages and the frame around them use the language of the phone', async ({
  browser,
}) => {
  const { username, secret } = DEMO_SIGN_IN.patientLink
  for (const language of ['ar', 'hi'] as const) {
    const words = LANGUAGES[language]
    const page = await openPhone(browser, `${language}-IN`)
    await page.goto(`${server.url}/login/${username}/${secret}`)
    await expect(page.getByRole('heading', { name: words.own.welcome })).toBeVisible()
    await page.getByLabel(words.born).fill(DEMO_PATIENT.birthDate.split('-').toReversed().join('/'))
    await page.getByRole('button', { name: words.show }).click()
    await expect(page.getByRole('button', { name: words.report }).first()).toBeVisible()
    await expectWhole(page, language)
    await page.getByRole('link', { name: words.own.request }).click()
    await page.getByRole('button', { name: words.own.send }).click()
    await expectWhole(page, language)
    await page.goBack()
    await page.getByRole('link', { name: words.own.bookings }).click()
    await expect(page.getByRole('region', { name: words.own.upcoming })).toBeVisible()
    await expectWhole(page, language)
    await page.context().close()
  }
})

test('a waiting-room display is laid out from right to left in Arabic, on a screen and on a phone', async ({
  browser,
}) => {
  const [screen] = await askDatabase<{ uid: string }>(
    server,
    `select s.uid from que_screen s join branch b on b.client_id = s.client_id and b.id = s.branch_id
      where b.name like '%Andheri%' limit 1`,
  )
  for (const language of ['ar', 'hi'] as const) {
    const page = await openPhone(browser, `${language}-IN`)
    await page.goto(`${server.url}/que/${screen?.uid}`)
    await expect(page.getByRole('region', { name: LANGUAGES[language].next })).toBeVisible()
    await expectWhole(page, language)
    await page.setViewportSize({ width: 1920, height: 1080 })
    await expectWhole(page, language)
    await page.context().close()
  }
})
