import { expect, test } from 'vitest'
import { DEFAULT_SHARE_TEXTS } from '#domain/message/share-text.ts'
import { accessTexts } from '#src/parts/portal-access/access-texts.ts'
import { accessPaper } from '#src/parts/portal-access/print-access.ts'

const access = {
  username: 'san-1.ab12',
  password: 'the-secret',
  autoLoginUrl: '/login/san-1.ab12/the-secret',
  expires: '2026-12-21T09:00:00Z',
}
const settings = {
  ...DEFAULT_SHARE_TEXTS,
  pat_login_share_content: '%PATIENT_NAME%|%LOGIN_URL%|%USERNAME%|%PASSWORD%|%STUDY_DESCRIPTION%',
  results_wait_for_payment: 0,
  has_email: 1,
  has_sms: 1,
  has_whatsapp: 1,
} as const

test('the texts contain name, link, user name and the secret of the link', () => {
  const { message, link } = accessTexts(access, { name: 'Asha' }, settings, 'CT Chest')
  expect(link).toBe(`${location.origin}${access.autoLoginUrl}`)
  expect(message).toBe(`Asha|${link}|san-1.ab12|the-secret|CT Chest`)
})

test('the paper shows text as plain text, whatever a name contains', () => {
  const html = accessPaper({
    title: 'T',
    text: 'Asha <script>alert(1)</script> & "co"',
    qr: 'data:image/png;base64,AA==',
  })
  expect(html).not.toContain('<script>')
  expect(html).toContain('Asha &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;co&quot;')
})
