import { CSV_ROWS_MAX } from '#contract/kernel/paging.ts'

/** A page of a list to be written to a file. */
interface ListPage<Row> {
  data: readonly Row[]
  page: { total_records: number }
}

/** Rows per request. */
const ROWS_A_PAGE = 1000

/** Reads a list page by page until it ends or a file is full. `ask` reads one page; pages are numbered from 1. */
export async function* readPages<Row>(
  ask: (p: number, ps: number) => Promise<ListPage<Row>>,
): AsyncGenerator<{ rows: readonly Row[]; matching: number }> {
  for (let p = 1; (p - 1) * ROWS_A_PAGE < CSV_ROWS_MAX; p += 1) {
    const { data, page } = await ask(p, ROWS_A_PAGE)
    yield { rows: data, matching: page.total_records }
    if (data.length < ROWS_A_PAGE) return
  }
}
