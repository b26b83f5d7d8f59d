import { Select, TextInput } from '@mantine/core'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { commissionCalls, type ServiceRate } from '#contract/calls/commissions.ts'
import { type ServiceRateDraft, serviceRateFaults, withType } from '#domain/masters/commission-rows.ts'
import { holdsWords } from '#domain/match/search-words.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { useSession } from '#src/sync/session/session.ts'
import classes from '../catalogue.module.css'
import { COMMISSION_WORDS as WORDS } from '../words.ts'
import { type RateEditorProps, RateFrame } from './RateFrame.tsx'
import { RateInput } from './RateInput.tsx'
import { partsOfKey, rateKey, useRateFilters } from './rate-filters.tsx'
import { useRates } from './use-rates.ts'

const TRACKS = 'minmax(80px, 1fr) minmax(110px, 2fr) 96px 104px 104px'
const HEADINGS = [WORDS.branch, WORDS.service, WORDS.commission, WORDS.type, WORDS.serviceCharges]
const TYPES = ['Percent', 'Flat']
const NONE: ServiceRateDraft = { charges: '', charges_type: 'Percent', service_charges: '' }

const textOf = (amount: number | null) => (amount === null ? '' : String(amount))
const amountOf = (text: string) => (text === '' ? null : Number(text))

/** A commission and a price for each branch and service. */
export function ServiceRates({ doctorId, hospital, onDirty, onClose, children }: RateEditorProps) {
  const decimals = useSession()?.no_of_decimal ?? 2
  const { shownBranches, departmentId, controls } = useRateFilters()
  const services = useMasters('service', { status: 1 }).rows
  const [word, setWord] = useState('')
  const wanted = useDeferredValue(word)
  const rates = useRates<ServiceRate, ServiceRateDraft>({
    question: `${doctorId} ${hospital}`,
    keyOf: ({ branch_id, service_id }) => rateKey(branch_id, service_id),
    draftOf: (rate) =>
      rate
        ? {
            charges: textOf(rate.charges),
            charges_type: rate.charges_type,
            service_charges: textOf(rate.service_charges),
          }
        : NONE,
    load: async (signal) =>
      (await callApi(commissionCalls.serviceWise, { id: doctorId, hospital }, { signal })).result,
    save: async (rows) => {
      const sent = rows.map(({ key, draft, rev }) => {
        const [branch_id, service_id] = partsOfKey(key)
        return {
          branch_id,
          service_id,
          charges: amountOf(draft.charges),
          charges_type: draft.charges_type,
          service_charges: amountOf(draft.service_charges),
          rev,
        }
      })
      const input = { ref_dr_id: doctorId, hospital_id: hospital, rows: sent }
      return (await callApi(commissionCalls.saveServiceWise, input)).result
    },
  })
  const isDirty = rates.changed.length > 0
  // The dialog asks for confirmation before it closes with unsaved changes.
  const tell = useEffectEvent(onDirty)
  useEffect(() => tell(isDirty), [isDirty])
  const names = useMemo(
    () => new Map([...shownBranches, ...services].map(({ id, name }) => [id, name])),
    [shownBranches, services],
  )
  const keys = useMemo(() => {
    const found = services.filter(
      ({ name, code, department_id }) =>
        (departmentId === null || department_id === departmentId) && holdsWords([name, code ?? ''], wanted),
    )
    return shownBranches.flatMap((branch) => found.map(({ id }) => rateKey(branch.id, id)))
  }, [services, shownBranches, departmentId, wanted])
  const isBroken = (key: string) => Object.keys(serviceRateFaults(rates.draftOf(key), decimals)).length > 0
  return (
    <RateFrame
      filters={
        <>
          {children}
          {controls}
          <TextInput
            type="search"
            label={WORDS.service}
            placeholder={WORDS.find}
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
          />
        </>
      }
      tracks={TRACKS}
      headings={HEADINGS}
      keys={keys}
      rates={rates}
      isWrong={rates.changed.some(isBroken)}
      onClose={onClose}
      renderRow={(key) => {
        const [branch, service] = partsOfKey(key).map((id) => names.get(id) ?? '') as [string, string]
        return (
          <ServiceRateRow
            branch={branch}
            service={service}
            draft={rates.draftOf(key)}
            decimals={decimals}
            onChange={(draft) => rates.change(key, draft)}
          />
        )
      }}
    />
  )
}

interface ServiceRateRowProps {
  branch: string
  service: string
  draft: ServiceRateDraft
  decimals: number
  onChange: (draft: ServiceRateDraft) => void
}

function ServiceRateRow({ branch, service, draft, decimals, onChange }: ServiceRateRowProps) {
  const place = `${branch}, ${service}`
  const faults = serviceRateFaults(draft, decimals)
  return (
    <>
      <span className={classes.ellipsis}>{branch}</span>
      <span className={classes.ellipsis} title={service}>
        {service}
      </span>
      <RateInput
        label={WORDS.commissionOf(place)}
        value={draft.charges}
        fault={faults.charges}
        onChange={(charges) => onChange({ ...draft, charges })}
      />
      <Select
        aria-label={WORDS.typeOf(place)}
        size="xs"
        data={TYPES}
        value={draft.charges_type}
        allowDeselect={false}
        onChange={(type) => onChange(withType(draft, type === 'Flat' ? 'Flat' : 'Percent'))}
      />
      <RateInput
        label={WORDS.chargesOf(place)}
        value={draft.service_charges}
        fault={faults.service_charges}
        onChange={(service_charges) => onChange({ ...draft, service_charges })}
      />
    </>
  )
}
