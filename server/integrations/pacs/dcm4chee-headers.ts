/** A row of STUDIES_SQL. */
export interface IndexedStudy {
  study_iuid: string
  study_date: string
  study_time: string
  accession_no: string
  study_desc: string
  pat_id: string | null
  pat_birthdate: string
  pat_sex: string
  pat_name: string | null
  pat_name_ideographic: string | null
  pat_name_phonetic: string | null
  ref_physician: string | null
  modalities: string[]
  images: number
  sending_aet: string | null
}

/** A row of SERIES_SQL. */
export interface IndexedSeries {
  series_iuid: string
  series_no: number | null
  modality: string
  body_part: string
  series_desc: string
  pps_start_date: string
  pps_start_time: string
  images: number
}

/** The archive writes an asterisk for an empty header value. */
const given = (value: string | null) => (value === null || value === '*' || value === '' ? undefined : value)
const attribute = (vr: string, ...values: (string | number | undefined)[]) => {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? { vr, Value: known } : undefined
}

/** Converts a study of the index to a header in DICOM JSON, as other kinds of server return it. */
export function toStudyHeader(row: IndexedStudy): object {
  return withoutGaps({
    '0020000D': attribute('UI', row.study_iuid),
    '00080020': attribute('DA', given(row.study_date)),
    '00080030': attribute('TM', given(row.study_time)),
    '00080050': attribute('SH', given(row.accession_no)),
    '00081030': attribute('LO', given(row.study_desc)),
    '00100020': attribute('LO', given(row.pat_id)),
    '00100030': attribute('DA', given(row.pat_birthdate)),
    '00100040': attribute('CS', given(row.pat_sex)),
    '00100010': personOf(row),
    '00080090': attribute('PN', given(row.ref_physician)),
    '00080061': attribute('CS', ...row.modalities.map(given)),
    '00201208': attribute('IS', row.images),
    '00020016': attribute('AE', given(row.sending_aet)),
  })
}

function personOf(row: IndexedStudy): object | undefined {
  const groups = withoutGaps({
    Alphabetic: given(row.pat_name),
    Ideographic: given(row.pat_name_ideographic),
    Phonetic: given(row.pat_name_phonetic),
  })
  return Object.keys(groups).length > 0 ? { vr: 'PN', Value: [groups] } : undefined
}

/** Does the same for a series of the index. */
export function toSeriesHeader(row: IndexedSeries): object {
  return withoutGaps({
    '0020000E': attribute('UI', row.series_iuid),
    '00200011': attribute('IS', row.series_no ?? undefined),
    '00080060': attribute('CS', given(row.modality)),
    '00180015': attribute('CS', given(row.body_part)),
    '0008103E': attribute('LO', given(row.series_desc)),
    '00080021': attribute('DA', given(row.pps_start_date)),
    '00080031': attribute('TM', given(row.pps_start_time)),
    '00201209': attribute('IS', row.images),
  })
}

const withoutGaps = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
