import { NavLink, ScrollArea, Text } from '@mantine/core'
import { IconAdjustments, IconDeviceDesktop } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { DepartmentRecord } from '#contract/masters/department.ts'
import { department as departmentMaster } from '#contract/masters/department.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { IconAction } from '#src/ui/master/RowButtons.tsx'
import { ClientInfoForm } from './ClientInfoForm.tsx'
import classes from './catalogue.module.css'
import type { DepartmentKind } from './Departments.tsx'
import { MachinesDrawer } from './MachinesDrawer.tsx'
import { CATALOGUE_WORDS as WORDS } from './words.ts'

export interface DepartmentSidebarProps {
  kind: DepartmentKind
  departments: readonly DepartmentRecord[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/**
 * The departments that filter the list of services, each with its number of services
 * (docs/masters.md#departments-services-machines).
 */
export function DepartmentSidebar({ kind, departments, chosen, onChoose }: DepartmentSidebarProps) {
  const services = useMasters('service').rows
  const counts = useMemo(() => {
    const byDepartment = Map.groupBy(services, ({ department_id }) => department_id)
    return new Map([...byDepartment].map(([id, rows]) => [id, rows.length]))
  }, [services])
  const total = departments.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0)
  const [opened, setOpened] = useState<{ what: 'info' | 'machines'; department: DepartmentRecord }>()
  const close = () => setOpened(undefined)
  const current = departments.find(({ id }) => id === chosen)
  if (departments.length === 0) return <Text c="dimmed">{WORDS.noDepartments}</Text>
  return (
    <nav aria-label={WORDS.departments} className={classes.departments}>
      <ScrollArea.Autosize className={classes.departmentList}>
        <Department
          label={WORDS.allDepartments}
          count={total}
          isActive={!chosen}
          onClick={() => onChoose(undefined)}
        />
        {departments.map(({ id, name }) => (
          <Department
            key={id}
            label={name}
            count={counts.get(id) ?? 0}
            isActive={chosen === id}
            onClick={() => onChoose(id)}
          />
        ))}
      </ScrollArea.Autosize>
      {/* A clinical department is edited next to its services: only the platform sees the department's own tile. */}
      {kind === 'clinical' && current && (
        <div className={classes.departmentTools}>
          <IconAction
            label={WORDS.chargesOf(current.name)}
            icon={<IconAdjustments size={16} stroke={1.5} aria-hidden />}
            onClick={() => setOpened({ what: 'info', department: current })}
          />
          <IconAction
            label={WORDS.machinesOf(current.name)}
            icon={<IconDeviceDesktop size={16} stroke={1.5} aria-hidden />}
            onClick={() => setOpened({ what: 'machines', department: current })}
          />
        </div>
      )}
      {opened?.what === 'info' && (
        <ClientInfoForm master={departmentMaster} record={opened.department} onClose={close} />
      )}
      {opened?.what === 'machines' && <MachinesDrawer department={opened.department} onClose={close} />}
    </nav>
  )
}

interface DepartmentProps {
  label: string
  count: number
  isActive: boolean
  onClick: () => void
}

function Department({ label, count, isActive, onClick }: DepartmentProps) {
  return (
    <NavLink
      component="button"
      type="button"
      label={label}
      active={isActive}
      aria-current={isActive || undefined}
      onClick={onClick}
      rightSection={
        <Text size="sm" c="dimmed" className="tabular">
          {count}
        </Text>
      }
    />
  )
}
