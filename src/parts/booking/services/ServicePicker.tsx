import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import type { Catalogue } from './use-catalogue.ts'

const OPTIONS_MAX = 60

export interface ServicePickerProps {
  catalogue: Catalogue
  onAdd: (serviceId: string) => void
  error?: string | undefined
}

/** Finds a service by name or code, by department; choosing one adds it and clears the field for the next. */
export function ServicePicker({ catalogue, onAdd, error }: ServicePickerProps) {
  const [typed, setTyped] = useState('')
  const data = useMemo(() => {
    const label = (name: string, code: string | undefined) => (code ? `${name} (${code})` : name)
    return catalogue.departments.flatMap(({ id, name: group }) => {
      const own = catalogue.services.filter(({ department_id }) => department_id === id)
      const items = own.map(({ id: value, name, code }) => ({ value, label: label(name, code) }))
      return items.length > 0 ? [{ group, items }] : []
    })
  }, [catalogue])
  return (
    <Select
      label={WORDS.addService}
      placeholder={WORDS.addServiceHint}
      data={data}
      // Always empty: a choice adds the service and is not displayed.
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        if (id !== null) onAdd(id)
        setTyped('')
      }}
      searchable
      selectFirstOptionOnChange
      limit={OPTIONS_MAX}
      error={error}
      comboboxProps={{ keepMounted: false }}
    />
  )
}
