import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPaperCode } from '#src/features/verify-signature/paper-code.ts'
import VerifySignature from '#src/features/verify-signature/VerifySignature.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const HASH = 'ab'.repeat(32)
const OTHER = 'cd'.repeat(32)
const SIGNATURE = {
  kind: 'report',
  centre: 'Sanjeevani',
  status: 'Verified',
  signed_on: '2026-11-20T04:42:00Z',
  signed_by: 'Dr. Meera Nair',
  is_current: 1,
  superseded_on: null,
}

/** The server's responses, and the requests to it. */
const world = vi.hoisted(() => ({
  result: {} as Record<string, unknown>,
  error: undefined as Error | undefined,
  asked: [] as Record<string, unknown>[],
  file: { keywords: '', words: '' } as { keywords: string; words: string } | undefined,
}))
vi.mock('#src/sync/api/call-bare.ts', () => ({
  callBare: async (_: unknown, input: Record<string, unknown>) => {
    world.asked.push(input)
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

beforeEach(() => {
  Object.assign(world, {
    result: { verdict: 'current', signatures: [SIGNATURE] },
    error: undefined,
    asked: [],
    file: { keywords: `readroom-signed:${OTHER}`, words: 'The liver is normal.' },
  })
})
afterEach(cleanup)

const open = (search = `?h=${HASH}`) => renderInApp(<VerifySignature />, `/verify-signature${search}`)

function drop(name = 'report.pdf') {
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('no place for a file')
  fireEvent.change(input, { target: { files: [new File(['%PDF'], name, { type: 'application/pdf' })] } })
}

test('the code of a paper is looked up at once: signer, time, place, and validity', async () => {
  open()
  const answer = await screen.findByText('Signed and in force')
  expect(world.asked).toEqual([{ hash: HASH }])
  const card = within(answer.closest('[role=alert]') as HTMLElement)
  for (const fact of ['Dr. Meera Nair', 'Sanjeevani', 'Report · Signed and verified'])
    expect(card.getByText(fact)).toBeTruthy()
  expect(card.getByText(/Only the code was checked/)).toBeTruthy()
})

test('a replaced revision says so with its day, and an unknown text is reported as signed by nobody', async () => {
  world.result = {
    verdict: 'superseded',
    signatures: [{ ...SIGNATURE, is_current: 0, superseded_on: '2026-11-21T04:42:00Z' }],
  }
  open()
  expect(await screen.findByText('Signed, but no longer in force')).toBeTruthy()
  expect(screen.getByText('Replaced on')).toBeTruthy()
  cleanup()
  world.result = { verdict: 'not_signed', signatures: [] }
  open()
  expect(await screen.findByText('No signature is known for this text')).toBeTruthy()
  expect(screen.queryByText(/Only the code/)).toBeNull()
})

test('a PDF is read in the browser, and its own code and words are checked', async () => {
  world.result = {
    verdict: 'current',
    signatures: [SIGNATURE],
    words: { verdict: 'more', more: ['Patient A', 'Dr. Meera Nair'], missing: 0 },
  }
  open('')
  drop()
  expect(await screen.findByText(/Every signed word is there/)).toBeTruthy()
  expect(world.asked).toEqual([{ hash: OTHER, words: 'The liver is normal.' }])
  expect(screen.getByText('Patient A')).toBeTruthy()
})

test('words that differ from the signed ones are reported, even if the code is valid', async () => {
  world.result = {
    verdict: 'current',
    signatures: [SIGNATURE],
    words: { verdict: 'different', more: [], missing: 2 },
  }
  open('')
  drop()
  expect(await screen.findByText('Not what was signed')).toBeTruthy()
  expect(screen.getByText(/^2 paragraphs of the signed text are missing/)).toBeTruthy()
  expect(screen.queryByText('Signed and in force')).toBeNull()
})

test('a file without a code is compared with the code of the address, and without one the page says so', async () => {
  world.file = { keywords: '', words: 'Some words' }
  open()
  await screen.findByText('Signed and in force')
  drop()
  await waitFor(() => expect(world.asked).toEqual([{ hash: HASH }, { hash: HASH, words: 'Some words' }]))
  cleanup()
  open('')
  drop()
  expect(await screen.findByText('This PDF carries no signature of this system.')).toBeTruthy()
})

test('a file that is no PDF, and a PDF without readable words, show a message', async () => {
  world.file = undefined
  open('')
  drop()
  expect(await screen.findByText('This is not a PDF file that can be read.')).toBeTruthy()
  cleanup()
  world.file = { keywords: `readroom-signed:${OTHER}`, words: '' }
  open('')
  drop()
  expect(await screen.findByText(/The text of this file could not be read/)).toBeTruthy()
})

test('pasted words are compared under the code of the page, or under the one among them', async () => {
  open('')
  const box = screen.getByRole('textbox')
  fireEvent.change(box, { target: { value: 'The liver is normal.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByText(/Scan the code or drop the PDF first/)).toBeTruthy()
  expect(world.asked).toEqual([])
  const pasted = `The liver is normal. https://x.test/verify-signature?h=${OTHER}`
  fireEvent.change(box, { target: { value: pasted } })
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }))
  await waitFor(() => expect(world.asked).toEqual([{ hash: OTHER, words: pasted }]))
})

test('if the server cannot be reached the check can be retried', async () => {
  world.error = new Error('The server cannot be reached.')
  open()
  expect(await screen.findByText('The server cannot be reached.')).toBeTruthy()
  world.error = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Signed and in force')).toBeTruthy()
})

test('an address is read in any case, and one without a code sends no request', async () => {
  const id = '0199aaaa-0000-8000-8000-00000000abcd'
  expect(readPaperCode(`?h=${HASH.toUpperCase()}&r=${id}`)).toEqual({ hash: HASH, report_id: id })
  expect(readPaperCode(`?h=${HASH}&r=x`)).toEqual({ hash: HASH })
  expect(readPaperCode('?h=short')).toBeUndefined()
  open('?h=short')
  expect(await screen.findByText(/This address holds no code/)).toBeTruthy()
  expect(world.asked).toEqual([])
})
