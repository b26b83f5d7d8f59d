import { Button } from '@mantine/core'
import { useState } from 'react'
import type { DepartmentRecord } from '#contract/masters/department.ts'
import { service } from '#contract/masters/service.ts'
import { SERVICE_COLUMNS } from '#domain/masters/service-sheet.ts'
import { askMasterPage } from '#src/sync/masters/ask-masters.ts'
import type { RecordOf } from '#src/sync/masters/master-of.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { openExcel } from '#src/workers/excel-client.ts'
import type { DepartmentKind } from '../Departments.tsx'
import { CATALOGUE_WORDS as WORDS } from '../words.ts'

type Service = RecordOf<typeof service>

export interface ExportServicesProps {
  kind: DepartmentKind
  departments: readonly DepartmentRecord[]
}

const PART = 1_000

/** Writes all services of the kind to an .xlsx file, with headings that an import accepts. */
export function ExportServices({ kind, departments }: ExportServicesProps) {
  const copies = useMasters('service')
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const parts = useAct()
  const [, act] = parts
  const make = async () => {
    setProgress({ done: 0, total: 0 })
    const thread = openExcel()
    try {
      const names = new Map(departments.map(({ id, name }) => [id, name]))
      const all = copies.isFromDevice ? copies.rows : await askAllServices(kind)
      const rows = all
        .filter(({ department_id }) => names.has(department_id ?? ''))
        .map((row) => rowOf(row, names.get(row.department_id ?? '') ?? ''))
        .sort(([a = '', b = ''], [c = '', d = '']) => compare(a, c) || compare(b, d))
      if (rows.length === 0) throw new Error(WORDS.exportNothing)
      await thread.begin(WORDS.sheetName, HEAD)
      for (let at = 0; at < rows.length; at += PART)
        setProgress({ done: await thread.add(rows.slice(at, at + PART)), total: rows.length })
      downloadBlob(await thread.finish(), WORDS.exportName(new Date().toISOString().slice(0, 10)))
    } finally {
      thread.close()
      setProgress(undefined)
    }
  }
  return (
    <ActBox parts={parts} maw={320}>
      <Button variant="default" onClick={() => void act.run(make)} loading={progress !== undefined}>
        {progress?.total ? WORDS.exporting(progress.done, progress.total) : WORDS.exportExcel}
      </Button>
    </ActBox>
  )
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base' })
const compare = (a: string | number, b: string | number) => collator.compare(String(a), String(b))

const titleOf = (name: string) => SERVICE_COLUMNS.find((column) => column.name === name)?.title ?? name

const HEAD = [
  { title: WORDS.columns.department, width: 22 },
  { title: titleOf('name'), width: 36 },
  { title: titleOf('code'), width: 14 },
  { title: WORDS.columns.type, width: 18 },
  { title: titleOf('charges'), width: 12 },
  { title: titleOf('tat'), width: 14 },
  { title: titleOf('default_refdr_charges'), width: 16 },
  { title: titleOf('default_refdr_charges_type'), width: 20 },
  { title: titleOf('points'), width: 10 },
  { title: titleOf('is_outsourced'), width: 14 },
  { title: WORDS.columns.status, width: 10 },
]

const typeLabel = (type: string | null) =>
  service.fields.type.labels[type as keyof typeof service.fields.type.labels] ?? ''

const rowOf = (row: Service, department: string): (string | number)[] => [
  department,
  row.name,
  row.code ?? '',
  typeLabel(row.type ?? null),
  row.charges,
  row.tat ?? 0,
  row.default_refdr_charges ?? 0,
  row.default_refdr_charges_type ?? 'Percent',
  row.points ?? 0,
  row.is_outsourced === 1 ? WORDS.yes : WORDS.no,
  row.status === 1 ? WORDS.active : WORDS.inactive,
]

/** Loads the server's list page by page, for devices without copies. */
async function askAllServices(kind: DepartmentKind): Promise<Service[]> {
  const filter = { isradiology: kind === 'radiology' ? '1' : '0' }
  const all: Service[] = []
  for (let page = 1; ; page += 1) {
    const { rows } = await askMasterPage(service, filter, { page, pageSize: PART })
    all.push(...(rows as unknown as Service[]))
    if (rows.length < PART) return all
  }
}
