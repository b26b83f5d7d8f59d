import { useMemo, useState } from 'react'
import { comparedRange } from '#domain/time/compared-range.ts'
import { opensEntries, opensVisits } from '#src/parts/figures/entries-link.ts'
import { FiguresFilters } from '#src/parts/figures/FiguresFilters.tsx'
import figures from '#src/parts/figures/figures.module.css'
import { OfflineFigures } from '#src/parts/figures/OfflineFigures.tsx'
import { type FiguresContext, useFiguresContext } from '#src/parts/figures/use-figures-context.ts'
import { useSession } from '#src/sync/session/session.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import {
  CasesPanel,
  GenderPanel,
  MachinesPanel,
  NewRepeatedPanel,
  type PanelProps,
  PaymentPanel,
  ReferrersPanel,
} from './panels.tsx'
import { BI_WORDS as WORDS } from './words.ts'

/** The BI dashboard: seven panels of one branch, or of all, over a range of days. */
export default function Bi() {
  const session = useSession()
  const choice = useFiguresContext('bi_last_look')
  const [round, setRound] = useState(0)
  const { branchId, from, to } = choice.shown
  const compared = useMemo(() => comparedRange(from, to), [from, to])
  const place: FiguresContext = { branchId, from, to, isOnline: choice.isOnline, round }
  const before: FiguresContext = { ...place, from: compared.from, to: compared.to }
  const canOpen = session !== undefined && opensEntries(session)
  const canOpenVisits = session !== undefined && opensVisits(session)
  const panel: PanelProps = { place, before, compared, canOpen, canOpenVisits }
  return (
    <>
      <PageHeader title={WORDS.title}>
        <FiguresFilters choice={choice} onRefresh={() => setRound((n) => n + 1)} />
      </PageHeader>
      <OfflineFigures choice={choice} />
      <div className={figures.panels}>
        <PaymentPanel {...panel} />
        <CasesPanel {...panel} />
        <MachinesPanel {...panel} />
        <NewRepeatedPanel {...panel} />
        <GenderPanel {...panel} />
        <ReferrersPanel {...panel} type="Doctor" />
        <ReferrersPanel {...panel} type="Hospital" />
      </div>
    </>
  )
}
