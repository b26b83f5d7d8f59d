import { useEffect, useEffectEvent, useMemo } from 'react'
import { commissionCalls, type DepartmentRate } from '#contract/calls/commissions.ts'
import { percentFault } from '#domain/masters/commission-rows.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import classes from '../catalogue.module.css'
import { COMMISSION_WORDS as WORDS } from '../words.ts'
import { type RateEditorProps, RateFrame } from './RateFrame.tsx'
import { RateInput } from './RateInput.tsx'
import { partsOfKey, rateKey, useRateFilters } from './rate-filters.tsx'
import { useRates } from './use-rates.ts'

const TRACKS = 'minmax(90px, 1fr) minmax(100px, 1.5fr) 130px'
const HEADINGS = [WORDS.branch, WORDS.department, WORDS.percent]

/** A percentage for each branch and department. */
export function DepartmentRates({ doctorId, hospital, onDirty, onClose, children }: RateEditorProps) {
  const { shownBranches, departments, departmentId, controls } = useRateFilters()
  const rates = useRates<DepartmentRate, string>({
    question: `${doctorId} ${hospital}`,
    keyOf: ({ branch_id, department_id }) => rateKey(branch_id, department_id),
    draftOf: (rate) => (rate ? String(rate.charges_per) : ''),
    load: async (signal) =>
      (await callApi(commissionCalls.departmentWise, { id: doctorId, hospital }, { signal })).result,
    save: async (rows) => {
      const sent = rows.map(({ key, draft, rev }) => {
        const [branch_id, department_id] = partsOfKey(key)
        return { branch_id, department_id, charges_per: draft === '' ? null : Number(draft), rev }
      })
      const input = { ref_dr_id: doctorId, hospital_id: hospital, rows: sent }
      return (await callApi(commissionCalls.saveDepartmentWise, input)).result
    },
  })
  const isDirty = rates.changed.length > 0
  // The dialog asks for confirmation before it closes with unsaved changes.
  const tell = useEffectEvent(onDirty)
  useEffect(() => tell(isDirty), [isDirty])
  const names = useNames(shownBranches, departments)
  const keys = useMemo(
    () =>
      shownBranches.flatMap((branch) =>
        departments
          .filter(({ id }) => departmentId === null || id === departmentId)
          .map(({ id }) => rateKey(branch.id, id)),
      ),
    [shownBranches, departments, departmentId],
  )
  return (
    <RateFrame
      filters={
        <>
          {children}
          {controls}
        </>
      }
      tracks={TRACKS}
      headings={HEADINGS}
      keys={keys}
      rates={rates}
      isWrong={rates.changed.some((key) => percentFault(rates.draftOf(key)) !== undefined)}
      onClose={onClose}
      renderRow={(key) => {
        const [branch, department] = partsOfKey(key).map((id) => names.get(id) ?? '')
        const draft = rates.draftOf(key)
        return (
          <>
            <span className={classes.ellipsis}>{branch}</span>
            <span className={classes.ellipsis}>{department}</span>
            <RateInput
              label={WORDS.percentOf(`${branch}, ${department}`)}
              value={draft}
              fault={percentFault(draft)}
              onChange={(next) => rates.change(key, next)}
            />
          </>
        )
      }}
    />
  )
}

function useNames(...lists: readonly (readonly { id: string; name: string }[])[]) {
  const [branches = [], others = []] = lists
  return useMemo(
    () => new Map([...branches, ...others].map(({ id, name }) => [id, name])),
    [branches, others],
  )
}
