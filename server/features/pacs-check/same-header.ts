import type { DicomHeader } from '#domain/study/dicom/study-header.ts'
import { storableHeader } from '../pacs/public/storable-header.ts'

/** Day and time, accession number, patient (name, number, date of birth, sex), series and images. */
const COMPARED = [
  '00080020',
  '00080030',
  '00080050',
  '00100010',
  '00100020',
  '00100030',
  '00100040',
  '00201206',
  '00201208',
] as const

/**
 * Returns true if the compared attributes of both headers are equal. An attribute that was not requested earlier is
 * no difference.
 */
export function isSameHeader(kept: DicomHeader, header: DicomHeader): boolean {
  const now = JSON.parse(storableHeader(header)) as DicomHeader
  return COMPARED.every((tag) => {
    if (tag === '00201206' && kept[tag] === undefined) return true
    return inOrder(kept[tag]?.Value) === inOrder(now[tag]?.Value)
  })
}

// The database stores the parts of a name in its own order.
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? ''
