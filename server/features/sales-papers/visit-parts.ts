import type { VisitsPdfInput } from '#contract/calls/visit-list.ts'
import type { FiguresPart } from '#render/figures-paper.ts'
import type { VisitQuery } from '../sales/public/listed-visits.ts'
import { countVisits, seesAllSales, selectVisitPage } from '../sales/public/visit-list.ts'
import { sumDepartments, sumVisits } from '../sales/public/visit-sums.ts'
import { tableOf } from './public/columns.ts'
import { filterWords } from './public/filter-words.ts'
import { cutPart, PAPER_PAGE } from './public/paper-page.ts'
import type { SectionContext } from './public/read-sections.ts'
import { SALES_PAPER_WORDS as WORDS } from './public/words.ts'
import { DEPARTMENT_COLUMNS, VISIT_COLUMNS } from './tables.ts'

/**
 * Returns the list of visits by its filters; with the department summary and the sums for people who may read all
 * sales.
 */
export async function visitParts(
  { figures, texts, names }: SectionContext,
  input: VisitsPdfInput,
): Promise<FiguresPart[]> {
  const { order_by, branch_id: _branch, from_date: _from, to_date: _to, ...filter } = input
  const query: VisitQuery = { base: 'Desk', filter: input }
  const rows = await selectVisitPage(figures, query, { ...PAPER_PAGE, order_by })
  const seesSums = seesAllSales(figures.caller)
  const totals = seesSums ? (await sumVisits(figures, query)).totals : undefined
  const { visits, cancelled } = await countVisits(figures, query)
  const note = filterWords(filter, names)
  const departments = seesSums ? await sumDepartments(figures, { base: 'Sales', filter: input }) : undefined
  return [
    ...(departments
      ? ([
          { kind: 'section', title: WORDS.sections.departments, note },
          tableOf(DEPARTMENT_COLUMNS, departments.departments, departments.total, texts),
        ] as const)
      : []),
    { kind: 'section', title: WORDS.sections.visits, note: WORDS.visitsNote(note, cancelled) },
    ...cutPart(rows.length, visits + cancelled),
    tableOf(VISIT_COLUMNS, rows, totals, texts),
  ]
}
