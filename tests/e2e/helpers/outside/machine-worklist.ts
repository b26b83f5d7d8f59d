import { spawnSync } from 'node:child_process'

/** The worklist entry of an examination, by DICOM keyword. */
export type WorklistItem = Record<(typeof ASKED)[number], string>

const ASKED = [
  'PatientName',
  'PatientID',
  'PatientBirthDate',
  'PatientSex',
  'AccessionNumber',
  'StudyInstanceUID',
] as const

export interface Machine {
  /** Its own AE title, and the title that it calls. */
  aet: string
  called: string
  port: number
}

/**
 * Queries the examination of this accession number as a machine does (dcmtk's findscu); throws unless there
 * is exactly one.
 */
export function askWorklist({ aet, called, port }: Machine, accession: string): WorklistItem {
  const keys = ASKED.map((key) => (key === 'AccessionNumber' ? `${key}=${accession}` : key))
  const title = ['-k', `(0040,0100)[0].ScheduledStationAETitle=${aet}`]
  const named = keys.flatMap((key) => ['-k', key])
  const { stdout, stderr } = spawnSync(
    'findscu',
    ['-v', '-W', '-aet', aet, '-aec', called, ...named, ...title, '127.0.0.1', String(port)],
    { encoding: 'utf8' },
  )
  // The output begins with the request.
  const [, ...answers] = `${stdout}${stderr}`.split(/Find Response: \d+ \(Pending\)/)
  const [answer] = answers
  if (answer === undefined || answers.length > 1)
    throw new Error(`${answers.length} examinations are on the worklist:\n${stdout}${stderr}`)
  return Object.fromEntries(ASKED.map((key) => [key, valueOf(answer, key)])) as WorklistItem
}

function valueOf(answer: string, keyword: string): string {
  const [, value] = new RegExp(`\\[([^\\]]*)\\]\\s+#.* ${keyword}\\s*$`, 'm').exec(answer) ?? []
  if (value === undefined) throw new Error(`${keyword} is not said:\n${answer}`)
  return value.replace(/[\s\0]+$/, '')
}
