import type { SalesParams } from './sales-params.ts'

/** The props of each tab of the report. */
export interface SalesTabProps {
  place: SalesParams
  /** Changes the address; an empty value removes the name. */
  onChange: (change: Readonly<Record<string, string>>) => void
  isOnline: boolean
  /** A counter; increases when the reader requests new figures. */
  round: number
}
