import { PEER_CATEGORY_WORDS } from '#domain/peer/outcomes.ts'
import type { PeerRow } from '#domain/peer/small-rows.ts'
import type { FiguresPart } from '#render/figures-paper.ts'
import type { Figures } from '../sales/public/figures.ts'
import { type PaperColumn, tableOf } from '../sales-papers/public/columns.ts'
import type { SalesTexts } from '../sales-papers/public/texts.ts'
import { isTooFew, type PeerMonth, readPeerMonth } from './peer.ts'
import { QUALITY_WORDS } from './words.ts'

const { peer: WORDS, noModality } = QUALITY_WORDS

/** Returns the month's second readings; nothing if the client drew none (docs/peer-learning.md#the-monthly-page). */
export async function peerParts(figures: Figures, texts: SalesTexts): Promise<FiguresPart[]> {
  const month = await readPeerMonth(figures, WORDS.others, noModality)
  if (!month) return []
  const { signed, drawn, read, agreed } = month
  const section: FiguresPart = { kind: 'section', title: WORDS.title, note: WORDS.note }
  const counts: FiguresPart = { kind: 'text', text: WORDS.counts(signed, drawn, read) }
  if (isTooFew(month)) return [section, counts, { kind: 'text', text: WORDS.tooFew }]
  return [
    section,
    counts,
    { kind: 'text', text: WORDS.agreement(agreed, read) },
    { ...tableOf(MODALITY_COLUMNS, month.modalities, undefined, texts), width: 0.7 },
    ...pointParts(month, texts),
  ]
}

function pointParts({ categories, points }: PeerMonth, texts: SalesTexts): FiguresPart[] {
  if (points.length === 0) return []
  return [
    { ...tableOf(CATEGORY_COLUMNS, categories, undefined, texts), width: 0.7 },
    tableOf(POINT_COLUMNS, points, undefined, texts),
  ]
}

const share = (count: number, of: number) => (of === 0 ? '' : `${((100 * count) / of).toFixed(1)} %`)

const MODALITY_COLUMNS: readonly PaperColumn<PeerRow, undefined>[] = [
  { label: WORDS.columns.modality, share: 36, text: ({ label }) => label },
  { label: WORDS.columns.drawn, share: 16, isNumber: true, text: ({ drawn }) => String(drawn) },
  { label: WORDS.columns.read, share: 16, isNumber: true, text: ({ read }) => String(read) },
  { label: WORDS.columns.agreed, share: 16, isNumber: true, text: ({ agreed }) => String(agreed) },
  {
    label: WORDS.columns.share,
    share: 16,
    isNumber: true,
    text: ({ agreed, read }) => share(agreed, read),
  },
]

const CATEGORY_COLUMNS: readonly PaperColumn<PeerMonth['categories'][number], undefined>[] = [
  { label: WORDS.columns.category, share: 60, text: ({ category }) => PEER_CATEGORY_WORDS[category] },
  { label: WORDS.columns.points, share: 20, isNumber: true, text: ({ n }) => String(n) },
  { label: WORDS.columns.differ, share: 20, isNumber: true, text: ({ differ }) => String(differ) },
]

const POINT_COLUMNS: readonly PaperColumn<PeerMonth['points'][number], undefined>[] = [
  { label: WORDS.columns.category, share: 25, text: ({ category }) => PEER_CATEGORY_WORDS[category] },
  { label: WORDS.columns.point, share: 75, text: ({ point }) => point },
]
