import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { markedAiText } from '#server/features/ai/ai-text.ts'
import { RichText, type RichTextHandle, type RichTextProps } from '#src/ui/rich-text/RichText.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

/** The result of shrinking a picture; undefined if it stays unchanged. */
const shrunk = vi.hoisted(() => ({ to: undefined as Blob | undefined }))
vi.mock('#src/ui/rich-text/images/shrink-image.ts', () => ({
  shrinkImage: async (file: Blob) => shrunk.to ?? file,
}))

afterEach(() => {
  shrunk.to = undefined
  cleanup()
  vi.useRealTimers()
})

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])
const FILE_ID = '01990000-0000-7000-8000-0000000000f1'

function show(props: Partial<RichTextProps> = {}) {
  const onChange = vi.fn()
  const onWaiting = vi.fn()
  const keep = vi.fn(async () => FILE_ID)
  const ref = createRef<RichTextHandle>()
  renderInApp(
    <RichText
      label="Description"
      value="<p>Lungs <b>clear</b>.</p>"
      version={1}
      onChange={onChange}
      onWaiting={onWaiting}
      images={{ keep, load: async () => undefined }}
      ref={ref}
      {...props}
    />,
  )
  const box = screen.getByRole('textbox', { name: 'Description' })
  return { onChange, onWaiting, keep, ref, box }
}

const clipboard = (html: string, files: File[] = [], text = '') => ({
  clipboardData: { getData: (type: string) => (type === 'text/html' ? html : text), files, items: [] },
})

test('the text is not handed over before typing, and keeps its own markup', () => {
  const { onChange, ref } = show()
  act(() => ref.current?.flush())
  expect(onChange).not.toHaveBeenCalled()
})

test('text is handed over at a pause, once, and the editor says that it waits until then', async () => {
  const { onChange, onWaiting, box } = show()
  fireEvent.paste(box, clipboard('<p>One </p>'))
  fireEvent.paste(box, clipboard('<p>two </p>'))
  expect(onChange).not.toHaveBeenCalled()
  expect(onWaiting).toHaveBeenLastCalledWith(true)
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  expect(onChange.mock.calls[0]?.[0]).toContain('<strong>clear</strong>')
  expect(onWaiting).toHaveBeenLastCalledWith(false)
})

test('lines broken by a PDF page are joined; as plain text they stay unchanged', () => {
  const page = 'There is a well defined lesion in the right lobe of the liver which en-\nhances.'
  const { ref, box } = show({ value: '' })
  fireEvent.paste(box, clipboard('', [], page))
  expect(ref.current?.editor?.getHTML()).toBe(`<p>${page.replace('-\n', '')}</p>`)
  act(() => void ref.current?.editor?.commands.clearContent())
  // Ctrl+Shift+V.
  fireEvent.keyDown(box, { key: 'V', keyCode: 86, ctrlKey: true, shiftKey: true })
  fireEvent.paste(box, clipboard('', [], page))
  expect(ref.current?.editor?.getHTML()).toBe(`<p>${page.replace('\n', '</p><p>')}</p>`)
})

test('leaving the field hands the text over at once', () => {
  const { onChange, ref, box } = show()
  fireEvent.paste(box, clipboard('<p>One </p>'))
  act(() => ref.current?.flush())
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('a pasted picture is stored before the text refers to it', async () => {
  const { keep, onChange, box } = show()
  fireEvent.paste(box, clipboard('', [new File([PNG], 'image.png', { type: 'image/png' })]))
  await waitFor(() => expect(keep).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(onChange.mock.lastCall?.[0]).toContain(`<img src="/api/file/${FILE_ID}">`)
})

test('a picture that could not be stored is not inserted, and a dialog says why', async () => {
  const keep = vi.fn(async () => {
    throw new Error('The disk is full.')
  })
  const { onChange, box } = show({ images: { keep, load: async () => undefined } })
  fireEvent.paste(box, clipboard('', [new File([PNG], 'image.png', { type: 'image/png' })]))
  expect(await screen.findByText(/The disk is full\./)).toBeTruthy()
  expect(onChange).not.toHaveBeenCalled()
})

test.each([
  [
    'photo.gif',
    new Uint8Array([0x47, 0x49, 0x46]),
    'Image Error!',
    'Invalid image! Only .jpg and .png images are allowed.',
  ],
  [
    'fake.png',
    new Uint8Array([0x4d, 0x5a, 0x90]),
    'Image Error!',
    'Invalid image! Only .jpg and .png images are allowed.',
  ],
])('%s is refused in the words of the spec', async (name, bytes, title, words) => {
  const { keep, box } = show()
  fireEvent.paste(box, clipboard('', [new File([bytes], name, { type: 'image/png' })]))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText(title)).toBeTruthy()
  expect(keep).not.toHaveBeenCalled()
})

test('a file that is no picture is refused with a message, pasted or dropped, and not opened', async () => {
  const { keep, box } = show()
  const pdf = new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' })
  // False: the browser's default action was prevented.
  expect(fireEvent.paste(box, clipboard('', [pdf]))).toBe(false)
  expect(await screen.findByText('Invalid image! Only .jpg and .png images are allowed.')).toBeTruthy()
  expect(keep).not.toHaveBeenCalled()
})

const large = (mb: number) =>
  new File([PNG, new Uint8Array(mb * 1_048_576)], 'large.png', { type: 'image/png' })

test('a large picture is accepted if it is small enough after shrinking', async () => {
  shrunk.to = new Blob([PNG], { type: 'image/png' })
  const { keep, box } = show()
  fireEvent.paste(box, clipboard('', [large(12)]))
  await waitFor(() => expect(keep).toHaveBeenCalledWith(shrunk.to))
})

test('an extremely large picture is refused before it is decoded', async () => {
  shrunk.to = new Blob([PNG], { type: 'image/png' })
  const { keep, box } = show()
  fireEvent.paste(box, clipboard('', [large(21)]))
  expect(await screen.findByText("Can't upload! This image is larger than 20 MB.")).toBeTruthy()
  expect(keep).not.toHaveBeenCalled()
})

test('a picture that stays too large is refused in the words of the spec', async () => {
  const { keep, box } = show()
  fireEvent.paste(box, clipboard('', [large(5)]))
  expect(await screen.findByText("Can't upload! This image is larger than 5 MB.")).toBeTruthy()
  expect(screen.getByText('Image Size Error!')).toBeTruthy()
  expect(keep).not.toHaveBeenCalled()
})

test('pictures that the clipboard only refers to are reported', async () => {
  const { box } = show()
  fireEvent.paste(box, clipboard('<p>Text <img src="file:///c/x.png"></p>'))
  expect(await screen.findByText(/One picture was left out/)).toBeTruthy()
})

test('a signed text has no toolbar and accepts no input', () => {
  const { box } = show({ readOnly: true })
  expect(screen.queryByRole('toolbar')).toBeNull()
  expect(box.getAttribute('contenteditable')).toBe('false')
})

test('an editor destroyed while its screen was hidden does not break the screen when its text changes', () => {
  const ref = createRef<RichTextHandle>()
  function Screen() {
    const [version, setVersion] = useState(1)
    return (
      <>
        <button type="button" onClick={() => setVersion(version + 1)}>
          Change
        </button>
        <RichText
          label="Description"
          value="<p>Text.</p>"
          version={version}
          onChange={vi.fn()}
          images={{ keep: vi.fn(), load: async () => undefined }}
          ref={ref}
        />
      </>
    )
  }
  renderInApp(<Screen />)
  // As the library does shortly after an effect's end, before it creates another.
  act(() => ref.current?.editor?.destroy())
  act(() => void fireEvent.click(screen.getByRole('button', { name: 'Change' })))
  expect(screen.getByRole('button', { name: 'Change' })).toBeDefined()
})

test('text typed after AI text is in a separate plain paragraph', async () => {
  const value = markedAiText({
    company: 'Lumina',
    receivedOn: new Date('2026-11-20T08:00:00Z'),
    html: '<p>No nodule.</p>',
    zone: 'UTC',
  })
  const { onChange, ref } = show({ value })
  act(() => {
    ref.current?.editor?.commands.focus('end')
    ref.current?.editor?.commands.insertContent('Mine.')
    ref.current?.flush()
  })
  const text = onChange.mock.lastCall?.[0] as string
  expect(text).toMatch(/End of the AI result\.<\/strong><\/p><p>Mine\.<\/p>$/)
})

test('a sentence is appended to an untouched text, with a blank before it, and one undo removes both', () => {
  const { ref, box } = show()
  act(() => ref.current?.insertSentence('Compared with CT.'))
  expect(box.textContent).toBe('Lungs clear. Compared with CT.')
  act(() => void ref.current?.editor?.commands.undo())
  expect(box.textContent).toBe('Lungs clear.')
})

test('a sentence at the beginning of a line, or after a blank, has no blank before it', () => {
  const { ref, box } = show({ value: '<p>Clear.</p>' })
  fireEvent.focus(box)
  act(() => void ref.current?.editor?.commands.setTextSelection(1))
  act(() => ref.current?.insertSentence('First.'))
  expect(box.textContent).toBe('First.Clear.')
  act(() => void ref.current?.editor?.commands.insertContent(' '))
  act(() => ref.current?.insertSentence('Second.'))
  expect(box.textContent).toBe('First. Second.Clear.')
})

test('no sentence is written into a read-only text', () => {
  const { ref, box } = show({ readOnly: true })
  act(() => ref.current?.insertSentence('Compared with CT.'))
  expect(box.textContent).toBe('Lungs clear.')
})

test.each([
  [true, 'Typed. A plain text. Taken over.', 'A plain text. Taken over.'],
  [false, 'Typed. A plain text. Taken over.', 'A plain text.'],
])(
  'a change undone elsewhere (%s) is no undo step, and undo continues with the typed text',
  (isElsewhere, shown, left) => {
    const ref = createRef<RichTextHandle>()
    function Screen() {
      const [version, setVersion] = useState(1)
      return (
        <>
          <button type="button" onClick={() => setVersion(2)}>
            Change
          </button>
          <RichText
            label="Description"
            value={version === 1 ? '<p>A plain text.</p>' : '<p>Typed. A plain text.</p><p> Taken over.</p>'}
            version={version}
            isUndoneElsewhere={isElsewhere}
            onChange={vi.fn()}
            images={{ keep: vi.fn(), load: async () => undefined }}
            ref={ref}
          />
        </>
      )
    }
    renderInApp(<Screen />)
    const box = screen.getByRole('textbox', { name: 'Description' })
    act(() => void ref.current?.editor?.commands.insertContentAt(1, 'Typed. '))
    act(() => void fireEvent.click(screen.getByRole('button', { name: 'Change' })))
    expect(box.textContent).toBe(shown)
    act(() => void ref.current?.editor?.commands.undo())
    expect(box.textContent).toBe(left)
  },
)
