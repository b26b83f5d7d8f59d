import { cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ERROR_CODES } from '#contract/kernel/error-codes.ts'
import VerifySignature from '#src/features/verify-signature/VerifySignature.tsx'
import { ApiError } from '#src/sync/api/errors.ts'
import { browserSpeaks, englishLeft } from '#tests/helpers/page/english-left.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({
  result: {} as Record<string, unknown>,
  error: undefined as Error | undefined,
  file: undefined as { keywords: string; words: string } | undefined,
}))
vi.mock('#src/sync/api/call-bare.ts', () => ({
  callBare: async () => {
    if (world.error) throw world.error
    return { result: world.result }
  },
}))
vi.mock('#src/workers/read-pdf-client.ts', () => ({
  readPdf: async () => {
    if (!world.file) throw new Error('no PDF')
    return world.file
  },
}))

const HASH = 'ab'.repeat(32)
const SIGNATURE = {
  kind: 'report',
  centre: 'Sanjeevani',
  status: 'Verified',
  signed_on: '2026-11-20T04:42:00Z',
  signed_by: 'Dr. Meera Nair',
  is_current: 1,
  superseded_on: null,
}
const TOUCH = {
  act: 'sign',
  signed_by: 'Dr. Meera Nair',
  made: '2026-11-23T10:00:00.000Z',
  received: '2026-11-23T10:00:01.000Z',
  passkey: {
    name: 'YubiKey',
    registered: '2026-10-03T10:00:00.000Z',
    removed: '2026-11-05T10:00:00.000Z',
    fingerprint: '1A2B 3C4D',
    public_key_pem: '',
    algorithm: 'ES256',
  },
  signed_text: 'x',
  authenticator_data: '',
  client_data: '',
  signature: '',
}
/** Texts of the record and of the file. */
const DATA = ['Sanjeevani', 'Dr. Meera Nair', 'YubiKey', '1A2B 3C4D', 'The liver is normal.', 'PDF', '50 MB']

/** The exact verdicts: a wrong one must never be shown. */
const VERDICTS = {
  hi: {
    dir: 'ltr',
    current: 'हस्ताक्षरित और वर्तमान में मान्य',
    superseded: 'हस्ताक्षरित, लेकिन अब मान्य नहीं',
    not_signed: 'इस पाठ पर कोई हस्ताक्षर दर्ज नहीं है',
    altered: 'यह वह पाठ नहीं है जिस पर हस्ताक्षर किए गए थे',
    same: 'शब्द वही हैं जिन पर हस्ताक्षर किए गए थे।',
    different: /2.*अनुच्छेद नहीं हैं या अलग हैं।$/,
    fails: /यह हस्ताक्षर सही नहीं है/,
    other: 'केंद्र में कोई समस्या हुई। फिर से कोशिश करें या केंद्र से पूछें।',
    paste: 'या रिपोर्ट का पाठ चिपकाएँ',
    compare: 'तुलना करें',
  },
  ar: {
    dir: 'rtl',
    current: 'موقّع وساري المفعول',
    superseded: 'موقّع، لكنه لم يعد ساري المفعول',
    not_signed: 'لا يوجد توقيع معروف لهذا النص',
    altered: 'ليس هذا هو النص الموقّع',
    same: 'الكلمات هي نفسها الكلمات الموقّعة.',
    different: 'فقرتان من النص الموقّع ناقصتان أو مختلفتان.',
    fails: /والتوقيع غير صحيح/,
    other: 'حدث خطأ لدى المركز. حاول مرة أخرى أو اسأل المركز.',
    paste: 'أو الصق نص التقرير',
    compare: 'مقارنة',
  },
} as const

beforeEach(() => {
  Object.assign(world, {
    result: { verdict: 'current', signatures: [SIGNATURE] },
    error: undefined,
    file: undefined,
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  browserSpeaks('en-US')
})

const open = (search = `?h=${HASH}`) => renderInApp(<VerifySignature />, `/verify-signature${search}`)
const expectWhole = () => expect(englishLeft(DATA)).toEqual([])
function drop(name: string) {
  const input = document.querySelector('input[type=file]')
  fireEvent.change(input as Element, {
    target: { files: [new File(['%PDF'], name, { type: 'application/pdf' })] },
  })
}

describe.each(['hi', 'ar'] as const)('the check of a signed report in %s', (language) => {
  const words = VERDICTS[language]
  beforeEach(() => browserSpeaks(language))

  test.each(['current', 'superseded', 'not_signed'] as const)(
    'shows the verdict %s, and no other',
    async (verdict) => {
      const superseded_on = verdict === 'superseded' ? '2026-11-21T04:42:00Z' : null
      world.result = {
        verdict,
        signatures: verdict === 'not_signed' ? [] : [{ ...SIGNATURE, superseded_on }],
      }
      open()
      expect(await screen.findByText(words[verdict])).toBeTruthy()
      for (const other of ['current', 'superseded', 'not_signed', 'altered'] as const)
        if (other !== verdict) expect(screen.queryByText(words[other])).toBeNull()
      const { documentElement: root } = document
      expect([root.lang, root.dir]).toEqual([language, words.dir])
      expectWhole()
    },
  )

  test('words that differ from the signed ones are altered, even if the signature is valid', async () => {
    world.result = {
      verdict: 'current',
      signatures: [SIGNATURE],
      words: { verdict: 'different', more: [], missing: 2 },
    }
    open()
    expect(await screen.findByText(words.altered)).toBeTruthy()
    expect(screen.getByText(words.different)).toBeTruthy()
    expect(screen.queryByText(words.current)).toBeNull()
    expectWhole()
  })

  test('shows equal words, additional words, and several reports with the same words', async () => {
    world.result = {
      verdict: 'current',
      signatures: [SIGNATURE, { ...SIGNATURE, kind: 'addendum', status: 'Signed' }],
      words: { verdict: 'same', more: [], missing: 0 },
    }
    open()
    expect(await screen.findByText(words.same)).toBeTruthy()
    expectWhole()
    cleanup()
    world.result = {
      verdict: 'current',
      signatures: [SIGNATURE],
      words: { verdict: 'more', more: ['The liver is normal.'], missing: 0 },
    }
    open()
    expect(await screen.findByText('The liver is normal.')).toBeTruthy()
    expectWhole()
  })

  test('an invalid touch is reported in red, in the language', async () => {
    world.result = { verdict: 'current', signatures: [{ ...SIGNATURE, touches: [TOUCH] }] }
    open()
    expect((await screen.findByText(words.fails)).getAttribute('role')).toBe('alert')
    expectWhole()
  })

  test('says why a file, a text or a question cannot be checked', async () => {
    open('?h=12')
    await screen.findByLabelText(words.paste)
    expectWhole()
    drop('notes.pdf')
    await screen.findByRole('alert', { name: '' })
    expectWhole()
    await userEvent.type(screen.getByLabelText(words.paste), '123')
    await userEvent.click(screen.getByRole('button', { name: words.compare }))
    expectWhole()
    cleanup()
    world.error = new ApiError(500, { code: 'internal', message: ERROR_CODES.internal.message })
    open()
    expect(await screen.findByText(words.other)).toBeTruthy()
    expectWhole()
  })
})

test('the reader chooses the language on the page, and the verdict follows it', async () => {
  open()
  expect(await screen.findByText('Signed and in force')).toBeTruthy()
  fireEvent.click(screen.getByText('العربية'))
  expect(await screen.findByText(VERDICTS.ar.current)).toBeTruthy()
  expect(screen.queryByText('Signed and in force')).toBeNull()
})

test('the check shows its answer in the language of the branch', async () => {
  world.result = { verdict: 'current', signatures: [SIGNATURE], language: 'ar' }
  open()
  expect(await screen.findByText(VERDICTS.ar.current)).toBeTruthy()
  expect(document.documentElement.dir).toBe('rtl')
})
