import { useMemo } from 'react'
import type { TemplateItem } from '#contract/calls/directory.ts'
import type { TemplateRecord } from '#contract/masters/template.ts'
import { useTemplateDirectory } from '#src/sync/directory/use-directory.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'

/** Converts a template from the device's form for the report editor into a record of the master. */
export function recordOfItem(item: TemplateItem): TemplateRecord {
  const { report_data: content, department: _, ...same } = item
  return { ...same, content, status: 1, created: '' }
}

const INACTIVE = { status: '0' } as const

export interface TemplateRecords {
  rows: readonly TemplateRecord[]
  /** True if only active templates are known, because the others could not be loaded from the server. */
  isPartial: boolean
  /** Some templates are still being read or loaded. */
  isLoading: boolean
}

/** Returns every template that the reader sees: active ones from this device, the others from the server. */
export function useTemplateRecords(): TemplateRecords {
  const { templates: items, isLoading: isReading } = useTemplateDirectory()
  const { rows: inactive, error, isLoading: isAsking } = useMasters('template', INACTIVE)
  const rows = useMemo(() => {
    // A template that was just switched on or off is briefly in both lists; the newer record wins.
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
