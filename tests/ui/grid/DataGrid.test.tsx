import { cleanup, fireEvent, screen } from '@testing-library/react'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

interface Item {
  id: string
  name: string
}
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, n) => ({ id: `i${n}`, name: `Item ${n}` }))
const drawn = vi.fn((row: Item) => row.name)
const COLUMNS: readonly GridColumn<Item>[] = [
  { id: 'name', header: 'Name', width: '1fr', cell: drawn },
  { id: 'wide', header: 'Wide', width: '1fr', fromWidth: 1_000, cell: () => 'wide' },
  { id: 'compact', header: 'Compact', width: '1fr', belowWidth: 1_000, cell: () => 'compact' },
]
const rowId = (row: Item) => row.id
const onOpen = vi.fn()

interface GridProps {
  rows: readonly Item[]
  start?: number | undefined
  actions?: (row: Item, isHot: boolean) => ReactNode
  firstActive?: string
}

function Grid({ rows, start = 0, actions, firstActive }: GridProps) {
  return (
    <DataGrid
      label="Items"
      rows={rows}
      columns={COLUMNS}
      rowId={rowId}
      start={start}
      total={5_000}
      onOpen={onOpen}
      firstActive={firstActive}
      {...(actions && { actions })}
    />
  )
}
async function show(rows: readonly Item[], more: Omit<GridProps, 'rows'> = {}) {
  const view = renderInApp(<Grid rows={rows} {...more} />)
  await act(async () => {})
  return view
}

beforeEach(() => layOut(1_200, 400))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('only the visible ones of a thousand rows are rendered, with their position in the whole list', async () => {
  await show(items(1_000), { start: 2_000 })
  const rows = screen.getAllByRole('row')
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.length).toBeLessThan(40)
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001')
  expect(rows[1]?.getAttribute('aria-rowindex')).toBe('2002')
})

test('moving the active row renders only two rows again', async () => {
  await show(items(100))
  fireEvent.keyDown(document.body, { key: 'j' })
  drawn.mockClear()
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(drawn.mock.calls.map(([row]) => row.name)).toEqual(['Item 0', 'Item 1'])
})

test('columns appear and disappear with the available width', async () => {
  await show(items(3))
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['Name', 'Wide'])
  cleanup()
  layOut(700, 400)
  await show(items(3))
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['Name', 'Compact'])
})

const active = () => screen.getByRole('row', { selected: true }).textContent

test('arrows, Home and End work while the focus is in the grid', async () => {
  await show(items(5))
  const grid = screen.getByRole('grid')
  fireEvent.keyDown(grid, { key: 'End' })
  expect(active()).toContain('Item 4')
  fireEvent.keyDown(grid, { key: 'ArrowUp' })
  expect(active()).toContain('Item 3')
  fireEvent.keyDown(grid, { key: 'Enter' })
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'Item 3' }))
})

test('keys with Ctrl, and keys under a dialog, are ignored', async () => {
  await show(items(5))
  fireEvent.keyDown(document.body, { key: 'j', ctrlKey: true })
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('aria-modal', 'true')
  fireEvent.keyDown(document.body, { key: 'j' })
  dialog.remove()
  expect(screen.queryByRole('row', { selected: true })).toBeNull()
})

const gridRow = (name: string) => screen.getByText(name).closest('[role="row"]') as HTMLElement
const scrollTo = (scrollTop: number) => fireEvent.scroll(screen.getByRole('grid'), { target: { scrollTop } })

test('a row that scrolls under the pointer is not hovered until the list stops', async () => {
  const isHotOf = new Map<string, boolean>()
  const actions = (row: Item, isHot: boolean) => {
    isHotOf.set(row.id, isHot)
    return null
  }
  await show(items(100), { actions })
  fireEvent.pointerEnter(gridRow('Item 1'), { pointerType: 'mouse' })
  expect(isHotOf.get('i1')).toBe(true)

  scrollTo(40)
  fireEvent.pointerLeave(gridRow('Item 1'))
  fireEvent.pointerEnter(gridRow('Item 2'), { pointerType: 'mouse' })
  fireEvent.pointerLeave(gridRow('Item 2'))
  fireEvent.pointerEnter(gridRow('Item 3'), { pointerType: 'mouse' })
  expect(isHotOf.get('i3')).toBe(false)
  await vi.waitFor(() => expect(isHotOf.get('i3')).toBe(true))
  expect(isHotOf.get('i2')).toBe(false)
})

const places = () => screen.getAllByRole('row').map((one) => Number(one.getAttribute('aria-rowindex')))
const isSorted = (list: readonly number[]) => list.every((one, i) => i === 0 || (list[i - 1] ?? 0) < one)

test('the element of a row that left the view renders a new row, and at rest all are in order', async () => {
  await show(items(1_000))
  const element = gridRow('Item 0')
  scrollTo(360)
  expect(screen.queryByText('Item 0')).toBeNull()
  expect(element.isConnected).toBe(true)
  expect(element.textContent).not.toContain('Item 0')
  expect(isSorted(places())).toBe(false)
  await vi.waitFor(() => expect(isSorted(places())).toBe(true))
})

test('the focus of a row that is scrolled away moves to the grid and not to another row, which is not hovered either', async () => {
  const hot = new Set<string>()
  const actions = (row: Item, isHot: boolean) => {
    if (isHot) hot.add(row.id)
    else hot.delete(row.id)
    return <button type="button">Act on {row.name}</button>
  }
  await show(items(1_000), { actions })
  act(() => screen.getByRole('button', { name: 'Act on Item 0' }).focus())
  expect([...hot]).toEqual(['i0'])
  scrollTo(360)
  expect(document.activeElement).toBe(screen.getByRole('grid'))
  expect([...hot].filter((id) => id !== 'i0')).toEqual([])
})

test('a click that began on a row scrolled away under the finger does not affect the new row', async () => {
  const acted = vi.fn()
  const actions = (row: Item) => (
    <button type="button" onClick={() => acted(row.id)}>
      Act on {row.name}
    </button>
  )
  await show(items(1_000), { actions })
  const button = screen.getByRole('button', { name: 'Act on Item 0' })
  const row = gridRow('Item 0')
  fireEvent.pointerDown(button)
  scrollTo(360)
  fireEvent.click(row.querySelector('button') as HTMLElement, { detail: 1 })
  fireEvent.pointerDown(row)
  scrollTo(0)
  fireEvent.click(row, { detail: 1 })
  expect(acted).not.toHaveBeenCalled()
  expect(onOpen).not.toHaveBeenCalled()

  const [first] = items(1)
  fireEvent.pointerDown(gridRow('Item 0'))
  fireEvent.click(gridRow('Item 0'), { detail: 1 })
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(first)
})

test('a list opens at the row where it was left, and the keyboard continues from there', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollTo')
  const view = await show(items(1_000), { firstActive: 'i5' })
  const active = () => screen.getByRole('grid').getAttribute('aria-activedescendant')
  expect(active()).toMatch(/-i5$/)
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(active()).toMatch(/-i6$/)
  view.unmount()
  // A row outside the view is scrolled into it.
  scrolled.mockClear()
  await show(items(1_000), { firstActive: 'i500' })
  await vi.waitFor(() => expect(scrolled).toHaveBeenCalled())
})
