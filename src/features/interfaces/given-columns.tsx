import { Text } from '@mantine/core'
import type { GivenItem } from '#contract/calls/machine-view.ts'
import { formatDay } from '#domain/time/formats.ts'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { MACHINE_VIEW_WORDS as WORDS } from './machine-words.ts'

const STEP = 'ScheduledProcedureStepSequence.'
const valueOf = ({ values }: GivenItem, keyword: string) =>
  values.find((one) => one.keyword === keyword)?.value

/** The columns of the items that a machine receives, in its character set. */
export const GIVEN_COLUMNS: GridColumn<GivenItem>[] = [
  { id: 'time', header: WORDS.columns.time, width: '130px', cell: timeOf },
  { id: 'patient', header: WORDS.columns.patient, width: 'minmax(120px, 2fr)', cell: cellOf('PatientName') },
  {
    id: 'id',
    header: WORDS.columns.id,
    width: 'minmax(90px, 1fr)',
    fromWidth: 700,
    cell: cellOf('PatientID'),
  },
  {
    id: 'accession',
    header: WORDS.columns.accession,
    width: 'minmax(90px, 1fr)',
    fromWidth: 420,
    cell: cellOf('AccessionNumber'),
  },
  {
    id: 'modality',
    header: WORDS.columns.modality,
    width: '90px',
    fromWidth: 560,
    cell: cellOf(`${STEP}Modality`),
  },
  {
    id: 'station',
    header: WORDS.columns.station,
    width: 'minmax(90px, 1fr)',
    fromWidth: 900,
    cell: cellOf(`${STEP}ScheduledStationAETitle`),
  },
  {
    id: 'description',
    header: WORDS.columns.description,
    width: 'minmax(120px, 2fr)',
    fromWidth: 800,
    cell: cellOf('RequestedProcedureDescription', `${STEP}ScheduledProcedureStepDescription`),
  },
]

/** Returns a cell that shows the first of these attributes that the machine requests. */
function cellOf(...keywords: readonly string[]) {
  return function cell(item: GivenItem) {
    const value = keywords.map((keyword) => valueOf(item, keyword)).find((one) => one !== undefined)
    return value === undefined ? <NotAsked /> : value
  }
}

function timeOf(item: GivenItem) {
  const day = valueOf(item, `${STEP}ScheduledProcedureStepStartDate`)
  const time = valueOf(item, `${STEP}ScheduledProcedureStepStartTime`)
  if (day === undefined && time === undefined) return <NotAsked />
  const [, year = '', month = '', date = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(day ?? '') ?? []
  const words = [
    year === '' ? day : formatDay(`${year}-${month}-${date}`),
    time?.replace(/^(\d\d)(\d\d).*$/, '$1:$2'),
  ]
  return <span className="tabular">{words.filter(Boolean).join(' ')}</span>
}

function NotAsked() {
  return (
    <Text span size="sm" c="dimmed">
      {WORDS.notAsked}
    </Text>
  )
}
