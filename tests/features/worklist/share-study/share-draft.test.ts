import { expect, test } from 'vitest'
import type { ShareSettings } from '#contract/calls/sharing.ts'
import { DEFAULT_SHARE_TEXTS } from '#domain/message/share-text.ts'
import {
  draftOf,
  linkIn,
  messageOf,
  problemsOf,
  telegramShareOf,
} from '#src/features/worklist/share-study/share-draft.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'

const settings: ShareSettings = {
  ...DEFAULT_SHARE_TEXTS,
  results_wait_for_payment: 0,
  has_email: 1,
  has_sms: 1,
  has_whatsapp: 1,
}
const session = sessionFields({ main_modules: ['email_share', 'whatsapp_share'], phone_code: '965' })
const study = studyRowOf({ id: 's', pat_name: 'Asha Kamat', study_desc: 'CT Chest' })
const NOBODY = { email: '', mobile: '', phone_code: '' }
const draft = { ...draftOf(study, settings, NOBODY, session), share_to: '9820012345' }

test('the dialog opens on WhatsApp with the country’s code and the plain text, without the link yet', () => {
  expect(draft).toMatchObject({ share_via: 'W', phonecode: '965', is_expiry: 0, expiry_type: 'Minutes' })
  expect(draft.text).toBe('Dear Asha Kamat, the images of your CT Chest are ready: %VIEWER_URL%')
  expect(linkIn(draft.text)).toBe('VIEWER_URL')
  expect(problemsOf(draft)).toEqual({})
})

test('a signed study uses the text with the report', () => {
  expect(linkIn(draftOf({ ...study, status: 'Signed' }, settings, NOBODY, session).text)).toBe('REPORT_URL')
})

test.each([
  ['Hello %NAME%', '%NAME% is no known placeholder: correct it or remove it.'],
  ['Code %PASSWORD%', '%PASSWORD% has no value here: remove it.'],
  ['100 % sure', undefined],
])('the text %j becomes %j', (text, problem) => {
  expect(problemsOf({ ...draft, text }).text).toBe(problem)
})

test('the link replaces its placeholder, and is at the end without one', () => {
  expect(messageOf('See %VIEWER_URL% now', 'https://x/1')).toBe('See https://x/1 now')
  expect(messageOf('Report: %REPORT_URL%', 'https://x/1')).toBe('Report: https://x/1&report')
  expect(messageOf('Hello', 'https://x/1')).toBe('Hello\nhttps://x/1')
})

test.each([
  ['The images are ready: %VIEWER_URL%', 'https://x/1', 'The images are ready'],
  ['The report is ready: %REPORT_URL%.', 'https://x/1&report', 'The report is ready.'],
  ['Images %VIEWER_URL% and report - %REPORT_URL% here', 'https://x/1&report', 'Images and report here'],
  ['Hello\n%VIEWER_URL%\nBye', 'https://x/1', 'Hello\nBye'],
  ['%REPORT_URL%', 'https://x/1&report', ''],
  ['Hello', 'https://x/1', 'Hello'],
])('a Telegram message of %j contains its link once, beside the text', (text, link, said) => {
  expect(telegramShareOf(text, 'https://x/1')).toEqual({ link, text: said })
})
