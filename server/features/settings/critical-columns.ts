import type { settingsCalls } from '#contract/calls/settings.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { timesProblems } from '#domain/study/critical-steps.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { selectRecordersOfCriticals } from '../criticals/public/recorders.ts'
import type { SettingsRow } from './settings-row.ts'

type Given = Pick<
  ParsedInputOf<typeof settingsCalls.saveReportSettings>,
  | 'critical_escalation'
  | 'critical_remind_minutes'
  | 'critical_escalate_minutes'
  | 'critical_contacts'
  | 'critical_auto_link'
>

/**
 * Returns the columns of the times for open critical results. Omitted values stay unchanged; the checks apply to the
 * result. Throws if a contact could not open the record.
 */
export async function criticalColumns(given: Given, row: SettingsRow, { tx, caller }: Context) {
  const columns = {
    critical_escalation:
      given.critical_escalation === undefined ? row.critical_escalation : given.critical_escalation === 1,
    critical_remind_minutes: given.critical_remind_minutes ?? row.critical_remind_minutes,
    critical_escalate_minutes: given.critical_escalate_minutes ?? row.critical_escalate_minutes,
    critical_auto_link:
      given.critical_auto_link === undefined ? row.critical_auto_link : given.critical_auto_link === 1,
    critical_contacts: [...new Set(given.critical_contacts ?? row.critical_contacts)],
  }
  const problems = timesProblems({
    remind: columns.critical_remind_minutes,
    escalate: columns.critical_escalate_minutes,
  })
  if (Object.keys(problems).length > 0) throw invalid(problems)
  // A contact who lost the right or left since stays in the list until somebody changes it, but is not notified.
  const added = columns.critical_contacts.filter((id) => !row.critical_contacts.includes(id))
  if (added.length > 0) {
    const may = new Set((await selectRecordersOfCriticals(tx, caller.clientId)).map(({ id }) => id))
    if (added.some((id) => !may.has(id)))
      throw invalid({ critical_contacts: 'names somebody who may not record critical results' })
  }
  return columns
}
