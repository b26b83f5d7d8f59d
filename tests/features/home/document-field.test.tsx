import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DocumentField } from '#src/features/home/own-bookings/DocumentField.tsx'
import { ARABIC_OWN } from '#src/parts/patient-words/own/ar.ts'
import { ENGLISH_OWN } from '#src/parts/patient-words/own/en.ts'
import { OwnWordsProvider } from '#src/parts/patient-words/own-words.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({ error: undefined as Error | undefined }))
vi.mock('#src/sync/files/upload-now.ts', () => ({
  uploadNow: async () => {
    throw world.error
  },
}))

afterEach(cleanup)

// The server's response for a file whose content does not match its name, or that is too large.
const wrongType = {
  code: 'invalid',
  message: 'Please correct the highlighted fields.',
  fields: { file: 'x' },
} as const
const tooLarge = { code: 'too_large', message: 'This request is too large.', fields: { file: 'x' } } as const
const gone = { code: 'internal', message: 'Something went wrong here. Nothing was lost.' } as const

const SPOKEN = { en: ENGLISH_OWN, ar: ARABIC_OWN }

test.each([
  ['en', wrongType, 'The document was not taken. Invalid file! Only .jpg, .png and .pdf are allowed.'],
  ['en', tooLarge, "The document was not taken. Can't upload! This file is larger than 5 MB."],
  ['en', { ...wrongType, fields: { purpose: 'x' } }, `The document was not taken. ${wrongType.message}`],
  ['en', gone, `The document was not taken. ${gone.message}`],
  ['ar', wrongType, /^لم يُقبل المستند\. هذا الملف غير صالح/],
  ['ar', tooLarge, /^لم يُقبل المستند\. حجم هذا الملف أكبر من/],
] as const)('in %s a refused document shows its fault: %o', async (language, body, words) => {
  world.error = new ApiError(400, body)
  renderInApp(
    <OwnWordsProvider value={SPOKEN[language]}>
      <DocumentField document={undefined} onChange={() => undefined} error={undefined} disabled={false} />
    </OwnWordsProvider>,
  )
  const file = new File(['%PDF'], 'letter.pdf', { type: 'application/pdf' })
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } })
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
})
