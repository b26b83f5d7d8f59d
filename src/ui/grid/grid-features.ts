import { tableFeatures } from '@tanstack/react-table'

/** What of the table library the grid uses: rows and columns only; sorting and paging are the server's. */
export const GRID_FEATURES = tableFeatures({})
export type GridFeatures = typeof GRID_FEATURES
