import { useEffect, useMemo } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { ReportWriter } from '../../writer/report-writer.ts'
import { useCheckedFacts } from '../use-checked-facts.ts'
import { LiveChecks } from './live-checks.ts'

/** Returns the checks of an open report, active while it `isWritten`. */
export function useLiveChecks(writer: ReportWriter, study: StudyRow, isWritten: boolean): LiveChecks {
  const facts = useCheckedFacts(study)
  const checks = useMemo(() => new LiveChecks(writer), [writer])
  useEffect(() => (isWritten ? checks.start(facts) : undefined), [checks, facts, isWritten])
  return checks
}
