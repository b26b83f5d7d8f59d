import { useMemo } from 'react'
import type { TemplateItem } from '#contract/calls/directory.ts'
import type { TemplateRecord } from '#contract/masters/template.ts'
import { useTemplateDirectory } from '#src/sync/directory/use-directory.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'

/** A template as devices hold it for the report editor, as its master's record. */
export function recordOfItem(item: TemplateItem): TemplateRecord {
  const { report_data: content, department: _, ...same } = item
  return { ...same, content, status: 1, created: '' }
}

const INACTIVE = { status: '0' } as const

export interface TemplateRecords {
  rows: readonly TemplateRecord[]
  /** True where only those in use are known: the others are asked of the server. */
  isPartial: boolean
  /** Some are still being read or asked for. */
  isLoading: boolean
}

/** Every template that the reader sees: those in use from this device, the others from the server. */
export function useTemplateRecords(): TemplateRecords {
  const { templates: items, isLoading: isReading } = useTemplateDirectory()
  const { rows: inactive, error, isLoading: isAsking } = useMasters('template', INACTIVE)
  const rows = useMemo(() => {
    // One that was just switched off or on stands in both for a moment: the newer one is right.
    const byId = new Map<string, TemplateRecord>()
    for (const row of [...items.map(recordOfItem), ...inactive]) {
      const known = byId.get(row.id)
      if (!known || known.rev < row.rev) byId.set(row.id, row)
    }
    return [...byId.values()].sort((a, b) => collator.compare(a.name, b.name))
  }, [items, inactive])
  return { rows, isPartial: error !== undefined, isLoading: isReading || isAsking }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
