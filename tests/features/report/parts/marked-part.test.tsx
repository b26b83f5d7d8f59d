import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useMarkedPart } from '#src/features/report/parts/use-marked-part.ts'
import { REPORT_PARTS, type ReportPart } from '#src/features/report/templates/insert-template.ts'

afterEach(cleanup)

function Page({ current }: { current: ReportPart }) {
  const page = useRef<HTMLDivElement>(null)
  const marked = useMarkedPart(page, current)
  return (
    <>
      <output>{marked}</output>
      <div ref={page} data-testid="page">
        {REPORT_PARTS.map((part) => (
          <section key={part} data-part={part} />
        ))}
      </div>
    </>
  )
}

const place = (top: number, bottom: number) => () => ({ top, bottom }) as DOMRect

/** Scrolls a window of 300 pixels over parts of 500, 100 and 100 pixels. */
function scrollTo(scrolled: number) {
  const page = screen.getByTestId('page')
  page.getBoundingClientRect = place(0, 300)
  const edges = [0, 500, 600, 700]
  page.querySelectorAll('section').forEach((section, at) => {
    section.getBoundingClientRect = place((edges[at] ?? 0) - scrolled, (edges[at + 1] ?? 0) - scrolled)
  })
  act(() => void page.dispatchEvent(new Event('scroll')))
}
const marked = () => screen.getByRole('status').textContent

test('the section with the cursor is marked while any of it is visible, otherwise the topmost visible one', () => {
  render(<Page current="recommendation" />)
  expect(marked()).toBe('recommendation')
  scrollTo(400)
  expect(marked()).toBe('recommendation')
  scrollTo(0)
  expect(marked()).toBe('report_data')
  scrollTo(250)
  expect(marked()).toBe('report_data')
  scrollTo(400)
  expect(marked()).toBe('recommendation')
})

test('a section with only its edge visible does not count', () => {
  render(<Page current="recommendation" />)
  scrollTo(310)
  expect(marked()).toBe('report_data')
})

test('the mark follows the cursor', () => {
  const { rerender } = render(<Page current="recommendation" />)
  scrollTo(0)
  expect(marked()).toBe('report_data')
  rerender(<Page current="conclusion" />)
  expect(marked()).toBe('conclusion')
})
