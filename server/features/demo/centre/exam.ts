/** A realistic reading of an examination, as a radiologist would dictate it. */
export interface DemoReading {
  /** Relative frequency among the readings of its examination. */
  weight: number
  technique: string
  /** One paragraph per line; text before a colon is bold. */
  findings: readonly string[]
  impression: readonly string[]
  advice?: string
  /** True for a finding of which somebody must be told at once. */
  isCritical?: boolean
}

/** An examination that a centre offers, with its share of the daily work. */
export interface DemoExam {
  modality: string
  description: string
  department: string
  /** Category of its template in the editor's sidebar. */
  category: string
  weight: number
  /** Allowed minutes from received to signed. */
  tat: number
  images: readonly [least: number, most: number]
  sex?: 'Male' | 'Female'
  ages: readonly [least: number, most: number]
  readings: readonly DemoReading[]
}
