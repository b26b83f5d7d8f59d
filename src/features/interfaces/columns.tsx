import type { ExchangeItem } from '#contract/calls/interfaces.ts'
import { EXCHANGE_OUTCOME_LABELS, exchangeKindLabel } from '#domain/exchange/kinds.ts'
import { formatShortDateTime } from '#domain/time/formats.ts'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { OutcomeBadge } from './outcome-badge.tsx'
import { INTERFACES_WORDS } from './words.ts'

const WORDS = INTERFACES_WORDS.columns

/** Returns the columns of the log; times are in the reader's time zone. */
export const exchangeColumns = (zone: string): GridColumn<ExchangeItem>[] => [
  {
    id: 'time',
    header: WORDS.time,
    width: '130px',
    cell: ({ last_at }) => <span className="tabular">{formatShortDateTime(new Date(last_at), zone)}</span>,
  },
  {
    id: 'kind',
    header: WORDS.kind,
    width: 'minmax(130px, 1fr)',
    fromWidth: 900,
    cell: ({ kind }) => exchangeKindLabel(kind),
  },
  { id: 'peer', header: WORDS.peer, width: 'minmax(90px, 1fr)', cell: ({ peer }) => peer },
  {
    id: 'outcome',
    header: WORDS.outcome,
    width: '110px',
    cell: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
  },
  {
    id: 'reason',
    header: WORDS.reason,
    width: 'minmax(160px, 2fr)',
    fromWidth: 700,
    cell: ({ reason, times, replay_outcome, replayed_by }) =>
      [
        times > 1 ? INTERFACES_WORDS.times(times) : '',
        replayed_by && INTERFACES_WORDS.againBy(replayed_by),
        replay_outcome && INTERFACES_WORDS.again(EXCHANGE_OUTCOME_LABELS[replay_outcome]),
        reason,
      ]
        .filter(Boolean)
        .join(' · '),
  },
  {
    id: 'numbers',
    header: WORDS.numbers,
    width: 'minmax(120px, 1fr)',
    fromWidth: 560,
    cell: ({ pat_id, accession_no, order_no }) => [pat_id, accession_no, order_no].filter(Boolean).join(', '),
  },
  {
    id: 'found',
    header: WORDS.found,
    width: '70px',
    align: 'end',
    fromWidth: 1000,
    cell: ({ found }) => found,
  },
]
