/** One believable reading of an examination: what a radiologist would dictate. */
export interface DemoReading {
  /** How often it occurs among the readings of its examination. */
  weight: number
  technique: string
  /** One paragraph a line; text before a colon is set in bold. */
  findings: readonly string[]
  impression: readonly string[]
  advice?: string
  /** A finding that somebody must be told of at once. */
  isCritical?: boolean
}

/** An examination that a centre offers, with its share of the day's work. */
export interface DemoExam {
  modality: string
  description: string
  department: string
  /** Where its template stands in the editor's sidebar. */
  category: string
  weight: number
  /** Allowed minutes from received to signed. */
  tat: number
  images: readonly [least: number, most: number]
  sex?: 'Male' | 'Female'
  ages: readonly [least: number, most: number]
  readings: readonly DemoReading[]
}
