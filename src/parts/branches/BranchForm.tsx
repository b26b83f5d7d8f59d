import { Select } from '@mantine/core'
import { useMemo } from 'react'
import type { branch } from '#contract/masters/branch.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import type { Values } from '#src/ui/master/form-values.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { useAetSources } from '../pacs/use-aet-sources.ts'
import { useClientPacs } from '../pacs/use-client-pacs.ts'
import { AetPicker } from './AetPicker.tsx'
import { cleanedAets } from './cleaned-aets.ts'
import { BRANCH_WORDS as WORDS } from './words.ts'

// Rendered below, with the fields that depend on them.
const WITHOUT = { without: ['pacs_id', 'time_zone'] }
const initial = () => ({ time_zone: branchZone(), aet_sources: '' })

/** The form of a branch: its image server, and which of that server's known senders send for the branch. */
export function BranchForm(props: MasterFormProps<typeof branch>) {
  const { clientId, readOnly = false } = props
  const sources = useAetSources(clientId)
  const servers = useClientPacs(clientId)
  // Drops AE titles that the chosen image server does not know, or none if it did not answer (docs/masters.md#lists).
  const tidy = (input: Values): Values => {
    const known = sources.knownTo(input.pacs_id)
    if (known === undefined || typeof input.aet_sources !== 'string') return input
    // The image server knows the kept ones: the server need not ask about a title that has sent no study yet.
    return { ...input, aet_sources: cleanedAets(input.aet_sources, known).kept, is_confirmed: 1 }
  }
  const places = (form: MasterFormState) => (
    <>
      <ZoneSelect form={form} disabled={readOnly} />
      <Select
        label={WORDS.pacs}
        data={servers}
        value={typeof form.values.pacs_id === 'string' ? form.values.pacs_id : null}
        onChange={(value) => form.setValue('pacs_id', value)}
        error={form.errors.pacs_id}
        disabled={readOnly}
        searchable
        clearable
      />
      <AetPicker form={form} sources={sources} disabled={readOnly} />
    </>
  )
  return <MasterForm {...props} initial={initial()} fields={WITHOUT} tidy={tidy} extra={places} />
}

function ZoneSelect({ form, disabled }: { form: MasterFormState; disabled: boolean }) {
  const current = textOf(form.values.time_zone)
  const zones = useMemo(() => {
    const all = Intl.supportedValuesOf('timeZone')
    return current === '' || all.includes(current) ? all : [current, ...all]
  }, [current])
  return (
    <Select
      label={WORDS.timeZone}
      data={zones}
      value={current || null}
      onChange={(value) => form.setValue('time_zone', value ?? '')}
      error={form.errors.time_zone}
      disabled={disabled}
      searchable
      limit={60}
      allowDeselect={false}
    />
  )
}
