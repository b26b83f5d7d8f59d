import type { PrevPendingFlag, RefSchemeFilter } from './sales-filters.ts'

/** The buttons beside "Download PDF" of the sales report; each produces a PDF with fixed sections. */
export const SALES_PRESETS = ['3C', 'ServiceWise'] as const
export type SalesPreset = (typeof SALES_PRESETS)[number]

interface PresetSections {
  collectSumm?: Record<string, never>
  salesInvoice?: { ref_scheme: RefSchemeFilter; dept_summary: 'Y' | 'N' }
  serviceWise?: { ref_scheme: RefSchemeFilter }
  receipt?: { prev_pending_flag: PrevPendingFlag }
}

/** The sections of each preset, as its button requests them. */
export const PRESET_SECTIONS: Record<SalesPreset, PresetSections> = {
  '3C': {
    collectSumm: {},
    salesInvoice: { ref_scheme: 'No Scheme', dept_summary: 'Y' },
    receipt: { prev_pending_flag: 'OnlyPrevious' },
  },
  ServiceWise: { serviceWise: { ref_scheme: 'No Scheme' } },
}

/** The name of the file: `sales-reports.pdf`, or `3C-2026-11-01-to-2026-11-23.pdf` of a preset. */
export function salesFileName(preset: SalesPreset | undefined, from: string, to: string): string {
  return preset === undefined ? 'sales-reports.pdf' : `${preset}-${from}-to-${to}.pdf`
}
