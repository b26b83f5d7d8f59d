import * as z from 'zod/mini'

/** Counts stop here and are shown as "10,000+" (docs/wire.md). */
export const COUNT_CAP = 10_001

/** Page sizes of the study lists (docs/wire.md#lists-and-limits); 20 is the default. */
export const STUDY_PAGE_SIZES = [10, 20, 25, 50, 100, 200, 500, 1000] as const
export const STUDY_PAGE_SIZE = 20

/** Rows of an `/ALL` list on a screen, and of all its pages in a CSV file (docs/wire.md). */
export const ALL_PAGE_SIZE = 500
export const CSV_ROWS_MAX = 20_000

/** `p` counts pages from 1, `ps` is the page size. GET queries contain text, so both coerce. */
export const PageInput = {
  p: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  ps: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), STUDY_PAGE_SIZE),
}

/** The position of a page: `start` is the first row's number from 0, `total` the rows on this page. */
export const Page = z.object({
  start: z.int(),
  total: z.int(),
  total_records: z.int(),
  cur_page: z.int(),
})

/** A response with a list of rows. */
export const listOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ result: z.object({ data: z.array(row), page: Page }) })

/** Any response with a result, and an optional message. */
export const resultOf = <Result extends z.ZodMiniType>(result: Result) =>
  z.object({ result, message: z.optional(z.string()) })
