/** Layouts of a booklet, columns x rows (docs/wire.md#lists-and-limits). */
export const BOOKLET_LAYOUTS = ['1x1', '2x2', '2x3', '2x4', '3x2', '3x3', '3x4'] as const
export type BookletLayout = (typeof BOOKLET_LAYOUTS)[number]

/** The background of pictures and empty cells. */
export const BOOKLET_BACKGROUNDS = ['black', 'white'] as const
export type BookletBackground = (typeof BOOKLET_BACKGROUNDS)[number]

/** Layouts for viewing key images (docs/reports.md#preview-and-paper). */
export const KEY_IMAGE_LAYOUTS = ['3x2', '3x3'] as const satisfies readonly BookletLayout[]
export type KeyImageLayout = (typeof KEY_IMAGE_LAYOUTS)[number]

/** Most pictures of one booklet. */
export const BOOKLET_IMAGES_MAX = 120

/** Cells in reading order over all pages; null for an empty one. */
export type BookletCells = readonly (string | null)[]

/** Columns and rows of a layout's page. */
export function gridOf(layout: BookletLayout): { columns: number; rows: number } {
  const [columns = 1, rows = 1] = layout.split('x').map(Number)
  return { columns, rows }
}

/** Cells of one page. */
export function cellsPerPage(layout: BookletLayout): number {
  const { columns, rows } = gridOf(layout)
  return columns * rows
}

/** The cells page by page, the last one padded with empty cells; at least one page. */
export function bookletPages(cells: BookletCells, layout: BookletLayout): (string | null)[][] {
  const size = cellsPerPage(layout)
  const pages = Math.max(1, Math.ceil(cells.length / size))
  return Array.from({ length: pages }, (_, page) =>
    Array.from({ length: size }, (_cell, at) => cells[page * size + at] ?? null),
  )
}

/** The pictures without empty cells: the key images. */
export function imagesOf(cells: BookletCells): string[] {
  return cells.filter((id) => id !== null)
}

/** The cells without trailing empty ones, so that two booklets that look the same are stored the same. */
export function trimCells(cells: BookletCells): (string | null)[] {
  const last = cells.findLastIndex((id) => id !== null)
  return cells.slice(0, last + 1)
}

/**
 * Merges the cells of a booklet that two people changed at once: the cells of the later save, followed by every
 * picture that only the stored one has. Nothing that was added is lost; a person removes unwanted pictures.
 */
export function mergeCells(stored: BookletCells, saved: BookletCells): (string | null)[] {
  const kept = new Set(imagesOf(saved))
  const missing = imagesOf(stored).filter((id) => !kept.has(id))
  return [...trimCells(saved), ...missing]
}

/**
 * The id of a study's booklet: a UUIDv8 derived from the study's, since a study has only one; all devices, even two
 * offline ones, create the same record.
 */
export function bookletIdOf(studyId: string): string {
  const [low, mid, high, variant, node] = studyId.toLowerCase().split('-')
  const mixed = (BigInt(`0x${node}`) ^ BOOKLET_MIX) & 0xffffffffffffn
  return `${low}-${mid}-8${high?.slice(1)}-${variant}-${mixed.toString(16).padStart(12, '0')}`
}

// Differs from every multiple used for the ids of reports (domain/report/report-id.ts).
const BOOKLET_MIX = 0xb00c1e75eedn
