import { Select } from '@mantine/core'
import { useState } from 'react'
import { addDays, type DayText } from '#domain/time/zones.ts'
import { opensEntries, opensVisits } from '#src/parts/figures/entries-link.ts'
import { FiguresFilters } from '#src/parts/figures/FiguresFilters.tsx'
import { OfflineFigures } from '#src/parts/figures/OfflineFigures.tsx'
import { useFiguresContext } from '#src/parts/figures/use-figures-context.ts'
import { useDepartments } from '#src/parts/sales/use-choices.ts'
import { useModalities } from '#src/sync/directory/use-directory.ts'
import { useSession } from '#src/sync/session/session.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import { AgeingPanels } from './AgeingPanels.tsx'
import classes from './flow.module.css'
import { opensStudies } from './links.ts'
import { MachinesPanel } from './MachinesPanel.tsx'
import { QualityPack } from './QualityPack.tsx'
import { QuietPanel } from './QuietPanel.tsx'
import { SkipsPanel } from './SkipsPanel.tsx'
import { TurnaroundPanel } from './TurnaroundPanel.tsx'
import type { FlowContext } from './use-flow-panel.ts'
import { WeekdayPanel } from './WeekdayPanel.tsx'
import { FLOW_WORDS as WORDS } from './words.ts'

/** The number of days shown initially. */
const USUAL_DAYS = 30
const lastDays = (today: DayText) => ({ from: addDays(today, 1 - USUAL_DAYS), to: today })

/**
 * Figures of the flow of studies, machines and referrers: turnaround, unsigned and skipped studies, machine
 * use, and changes.
 */
export default function Flow() {
  const session = useSession()
  const choice = useFiguresContext('flow_last_look', lastDays)
  const today = useToday(choice.zone)
  const modalities = useModalities()
  const [round, setRound] = useState(0)
  const modality = choice.params.get('modality') ?? undefined
  const departmentId = choice.params.get('department_id') ?? undefined
  const departments = useDepartments()
  const place: FlowContext = { ...choice.shown, modality, departmentId, isOnline: choice.isOnline, round }
  const may = (rule: (of: NonNullable<typeof session>) => boolean) => session !== undefined && rule(session)
  const [canOpen, canOpenVisits, canOpenStudies] = [may(opensEntries), may(opensVisits), may(opensStudies)]
  return (
    <>
      <PageHeader title={WORDS.title}>
        <Select
          aria-label={WORDS.modality}
          placeholder={WORDS.anyModality}
          data={[...modalities]}
          value={modality ?? null}
          onChange={(one) => choice.change({ modality: one ?? '' })}
          clearable
          searchable
          disabled={!choice.isOnline}
          w={160}
        />
        <Select
          aria-label={WORDS.department}
          placeholder={WORDS.anyDepartment}
          data={departments}
          value={departmentId ?? null}
          onChange={(one) => choice.change({ department_id: one ?? '' })}
          clearable
          searchable
          disabled={!choice.isOnline}
          w={180}
        />
        <FiguresFilters choice={choice} onRefresh={() => setRound((n) => n + 1)} />
      </PageHeader>
      <OfflineFigures choice={choice} />
      <div className={classes.columns}>
        <div className={classes.wide}>
          <TurnaroundPanel place={place} canOpen={canOpenStudies} />
        </div>
        <AgeingPanels place={place} canOpen={canOpenStudies} />
        <div className={classes.wide}>
          <SkipsPanel
            place={place}
            params={choice.params}
            onChange={choice.change}
            canOpen={canOpenStudies}
          />
        </div>
        <div className={classes.wide}>
          <MachinesPanel place={place} canOpen={canOpen && modality === undefined} />
        </div>
        <div className={classes.wide}>
          <WeekdayPanel place={place} today={today} canOpen={canOpen} canOpenVisits={canOpenVisits} />
        </div>
        <div className={classes.wide}>
          <QuietPanel place={place} zone={choice.zone} type="Doctor" canOpen={canOpen} />
        </div>
        <div className={classes.wide}>
          <QuietPanel place={place} zone={choice.zone} type="Hospital" canOpen={canOpen} />
        </div>
        <div className={classes.wide}>
          <QualityPack place={place} today={today} zone={choice.zone} />
        </div>
      </div>
    </>
  )
}
