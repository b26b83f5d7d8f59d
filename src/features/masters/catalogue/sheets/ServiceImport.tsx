import { Group, MultiSelect, Select } from '@mantine/core'
import { useState } from 'react'
import { importCalls } from '#contract/calls/excel-import.ts'
import type { DepartmentRecord } from '#contract/masters/department.ts'
import { service } from '#contract/masters/service.ts'
import { serviceKey } from '#domain/masters/service-sheet.ts'
import { DEFAULT_MONEY_FORMAT } from '#domain/money/currency.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { announceMaster } from '#src/sync/masters/master-news.ts'
import { readMastersOnce } from '#src/sync/masters/read-masters-once.ts'
import { refreshCopies, useMasters } from '#src/sync/masters/use-masters.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { PreviewRow } from '#src/workers/excel-client.ts'
import type { DepartmentKind } from '../Departments.tsx'
import { useHasModule } from '../has-module.ts'
import { IMPORT_WORDS as WORDS } from '../words.ts'
import { SheetImport } from './SheetImport.tsx'

export interface ServiceImportProps {
  kind: DepartmentKind
  department: DepartmentRecord
  onClose: () => void
}

type Type = 'Exam_Service' | 'Exam_Consumable'
const TYPES = service.fields.type.options.map((value) => ({
  value,
  label: service.fields.type.labels[value],
}))

/** A batch of 1,000 rows takes a moment, and a slow server needs time. */
const TIMEOUT_MS = 60_000

/** Imports services of one department (docs/masters.md#departments-services-machines, docs/masters.md#lists). */
export function ServiceImport({ kind, department, onClose }: ServiceImportProps) {
  const isRadiology = kind === 'radiology'
  const session = useSession()
  const decimals = session?.no_of_decimal ?? DEFAULT_MONEY_FORMAT.decimals
  const currency = session?.currency ?? DEFAULT_MONEY_FORMAT.currency
  const [type, setType] = useState<Type>('Exam_Service')
  const [branchIds, setBranchIds] = useState<string[]>([])
  const hasBranches = useHasModule('appointment_system')
  const branches = useMasters('branch', { status: 1 }).rows
  // Reads the keys once and does not follow them, so that rows of this import do not count as existing.
  const taken = async () => {
    const services = await readMastersOnce(service, { department_id: department.id })
    return services.map(({ name }) => serviceKey(name))
  }
  const send = async (rows: readonly PreviewRow[]) => {
    const records = rows.map(({ id, cells }) => ({ id, ...cells }))
    const input = {
      department_id: department.id,
      branch_ids: branchIds,
      records,
      ...(isRadiology && { type }),
    }
    return (await callApi(importCalls.services, input, { timeoutMs: TIMEOUT_MS })).result
  }
  return (
    <SheetImport
      title={WORDS.services(department.name)}
      sheet={{ kind: 'services', decimals, currency, isRadiology }}
      taken={taken}
      sampleName="services-sample.xlsx"
      send={send}
      onStands={() => {
        announceMaster('service')
        refreshCopies()
      }}
      onClose={onClose}
    >
      <Group align="start">
        {isRadiology && (
          <Select
            label={WORDS.type}
            data={TYPES}
            value={type}
            onChange={(value) => setType(value ?? 'Exam_Service')}
            allowDeselect={false}
          />
        )}
        {hasBranches && (
          <MultiSelect
            label={WORDS.branches}
            description={WORDS.branchesHint}
            inputWrapperOrder={['label', 'input', 'description']}
            data={branches.map(({ id, name }) => ({ value: id, label: name }))}
            value={branchIds}
            onChange={setBranchIds}
            w={360}
            maw="100%"
            clearable
          />
        )}
      </Group>
    </SheetImport>
  )
}
