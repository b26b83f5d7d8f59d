import { instantOfDicom } from './dicom-time.ts'

/** The fields by which a person picks a series (docs/studies.md#ai-results); empty if the header lacks them. */
export interface SeriesHeader {
  /** The series UID. */
  id: string
  series_no: string
  modality: string
  body_part: string
  series_desc: string
  /** ISO 8601 with offset, or null if the header has no date. */
  created_time: string | null
  no_of_img: number
}

const TAGS = {
  date: '00080021',
  time: '00080031',
  modality: '00080060',
  offset: '00080201',
  description: '0008103E',
  bodyPart: '00180015',
  uid: '0020000E',
  number: '00200011',
  images: '00201209',
} as const

const MAX_TEXT = 200

function textOf(header: object, tag: string): string {
  const attribute: unknown = Reflect.get(header, tag) ?? Reflect.get(header, tag.toLowerCase())
  const values: unknown =
    typeof attribute === 'object' && attribute !== null ? Reflect.get(attribute, 'Value') : undefined
  const first: unknown = Array.isArray(values) ? values[0] : undefined
  if (typeof first !== 'string' && typeof first !== 'number') return ''
  return String(first)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
}

/** Reads one series of a QIDO-RS response in `zone`; undefined if it has no usable UID. Never throws. */
export function readSeriesHeader(qido: unknown, zone: string): SeriesHeader | undefined {
  if (typeof qido !== 'object' || qido === null) return undefined
  const id = textOf(qido, TAGS.uid)
  if (!/^[0-9.]{1,64}$/.test(id)) return undefined
  const place = { offset: textOf(qido, TAGS.offset), zone }
  const images = Number(textOf(qido, TAGS.images))
  return {
    id,
    series_no: textOf(qido, TAGS.number),
    modality: textOf(qido, TAGS.modality).toUpperCase(),
    body_part: textOf(qido, TAGS.bodyPart),
    series_desc: textOf(qido, TAGS.description),
    created_time: instantOfDicom(textOf(qido, TAGS.date), textOf(qido, TAGS.time), place) ?? null,
    no_of_img: Number.isInteger(images) && images > 0 ? images : 0,
  }
}

/** Series ordered by number, those without one last. */
export function inSeriesOrder(series: readonly SeriesHeader[]): SeriesHeader[] {
  const place = ({ series_no }: SeriesHeader) =>
    series_no === '' ? Number.POSITIVE_INFINITY : Number(series_no)
  return series.toSorted((a, b) => {
    const [x, y] = [place(a), place(b)]
    return x === y ? a.id.localeCompare(b.id) : x - y
  })
}
