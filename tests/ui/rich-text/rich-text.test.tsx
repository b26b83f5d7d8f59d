import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { RichText, type RichTextHandle, type RichTextProps } from '#src/ui/rich-text/RichText.tsx'
import { renderInShell } from './render.tsx'

afterEach(cleanup)

const images = { keep: vi.fn(), load: async () => undefined }

function show(props: Partial<RichTextProps> = {}) {
  const onChange = vi.fn()
  const ref = createRef<RichTextHandle>()
  const draw = (more: Partial<RichTextProps>) => (
    <RichText
      label="Description"
      value="<p>Lungs <b>clear</b>.</p>"
      version={1}
      onChange={onChange}
      images={images}
      ref={ref}
      {...props}
      {...more}
    />
  )
  const view = renderInShell(draw({}))
  return { onChange, ref, again: (more: Partial<RichTextProps>) => view.rerender(draw(more)) }
}
test('probe', async () => {
  const { onChange, ref } = show()
  const box = screen.getByRole('textbox', { name: 'Description' })
  console.log(document.body.innerHTML.slice(0, 1500))
  act(() => ref.current?.flush())
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.paste(box, {
    clipboardData: {
      getData: (t: string) => (t === 'text/html' ? '<p>hello <script>x</script><b>b</b></p>' : 'hello'),
      files: [],
      items: [],
    },
  })
  act(() => ref.current?.flush())
  console.log(onChange.mock.calls, box.innerHTML)
})
