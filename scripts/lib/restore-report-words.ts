import type { RestoreReport } from '#contract/calls/devices.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { type RestoreTable, restoreText } from '#src/features/devices/restore-lines.ts'

/** The reports of one client's restores, as on the page Devices. */
export interface ClientReports {
  client: string
  reports: readonly RestoreReport[]
}

const NONE = 'No backup was restored in the last 90 days.'

/** Returns the terminal's text about the restores of the last months, client by client. Times are in `zone`. */
export function reportWords(clients: readonly ClientReports[], zone: string): string {
  const timeOf = (at: string) => formatDateTime(new Date(at), zone)
  const told = clients.flatMap(({ client, reports }) =>
    reports.map((report) => {
      const { title, sentences, tables } = restoreText(report, timeOf)
      return [
        `${client}: ${title}`,
        ...sentences,
        ...tables.flatMap((table) => ['', ...linesOf(table)]),
      ].join('\n')
    }),
  )
  return told.length === 0 ? NONE : told.join('\n\n')
}

function linesOf({ name, heads, lines }: RestoreTable): string[] {
  const rows = [heads, ...lines].map((line) => line.map(String))
  const widths = heads.map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)))
  return [
    name,
    ...rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()),
  ]
}
