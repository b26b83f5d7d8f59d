import type { TrendUnit } from '#domain/leakage/trend.ts'

/** Texts of the leakage board on paper. */
export const LEAK_PAPER_WORDS = {
  title: 'Leakage',
  name: (from: string, to: string) => `leakage-${from}-to-${to}.pdf`,
  board: 'What was done against what was charged',
  note: (filters: string) =>
    `${filters} · Open: nobody has explained it · At stake: the sum of the open entries whose price is known`,
  chart: (unit: TrendUnit) => (unit === 'day' ? 'Found by the day' : 'Found by the week, up to its last day'),
  found: 'Found',
  columns: {
    line: 'Line',
    open: 'Open',
    explained: 'Explained',
    unpriced: 'Without a price',
    before: (days: string) => `Found in ${days}`,
    amount: 'At stake',
  },
  entries: (line: string) => `${line}: open entries`,
} as const
