import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import { CsvButton } from '#src/parts/csv/CsvButton.tsx'
import type { CsvPage } from '#src/parts/csv/use-csv-file.ts'
import { createTableCsv } from '#src/workers/table-csv.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const given = vi.hoisted(() => ({ files: [] as { blob: Blob; name: string }[], closed: 0 }))
vi.mock('#src/ui/files/download-blob.ts', () => ({
  downloadBlob: (blob: Blob, name: string) => given.files.push({ blob, name }),
}))
// Uses the real file, in this thread.
vi.mock('#src/workers/table-csv-client.ts', () => ({
  openTableCsvWriter: async (head: string[]) => {
    const file = createTableCsv(head)
    return { add: file.add, finish: file.finish, close: () => (given.closed += 1) }
  },
}))

beforeEach(() => {
  given.files = []
  given.closed = 0
})
afterEach(cleanup)

function show(pages: (signal: AbortSignal) => AsyncIterable<CsvPage<number>>, note?: string) {
  const table = () => ({ shape: { head: ['N'], cellsOf: (n: number) => [n] }, idOf: String, pages })
  renderInApp(<CsvButton fileName="rows.csv" table={table} note={note} />)
  fireEvent.click(screen.getByRole('button', { name: 'CSV' }))
}

test('writes all pages into one file and shows the number of rows', async () => {
  show(async function* () {
    yield { rows: [1, 2], matching: 3 }
    yield { rows: [3], matching: 3 }
  }, 'One was left out.')
  await screen.findByText('3 rows are in rows.csv. One was left out.')
  expect(given.files.map(({ name }) => name)).toEqual(['rows.csv'])
  expect(await given.files[0]?.blob.text()).toContain('N\r\n1\r\n2\r\n3\r\n')
  expect(given.closed).toBe(1)
})

test('says that more rows match than the file can hold', async () => {
  show(async function* () {
    yield { rows: Array.from({ length: CSV_ROWS_MAX }, (_, i) => i), matching: CSV_ROWS_MAX + 1 }
    throw new Error('no further page is asked for')
  })
  await screen.findByText('The first 20,000 rows are in rows.csv; more match these filters.')
})

test('shows its progress, and Cancel ends it without a file', async () => {
  show(async function* (signal) {
    yield { rows: [1], matching: 4 }
    await new Promise<void>((stopped) => signal.addEventListener('abort', () => stopped()))
    yield { rows: [2], matching: 4 }
  })
  await screen.findByText('1 of 4 rows written')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('No file was made.')
  expect(given.files).toEqual([])
  expect(given.closed).toBe(1)
})

test('says why a file cannot be made', async () => {
  show(async function* () {
    yield { rows: [1], matching: 2 }
    throw new Error('This needs the network.')
  })
  const said = await screen.findByText('The CSV file could not be made. This needs the network.')
  await vi.waitFor(() => expect(document.activeElement).toBe(said))
  expect(given.files).toEqual([])
})
