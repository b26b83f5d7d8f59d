import type { SalesPlace } from './sales-params.ts'

/** What every tab of the report is given. */
export interface SalesTabProps {
  place: SalesPlace
  /** Changes the address; an empty value removes a name. */
  onChange: (change: Readonly<Record<string, string>>) => void
  isOnline: boolean
  /** Grows when the reader asks for fresh figures. */
  round: number
}
