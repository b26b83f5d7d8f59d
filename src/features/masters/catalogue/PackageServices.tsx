import { ActionIcon, Button, Group, Input, NumberInput, Select, Stack, Table, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { PackageService } from '#contract/masters/package.ts'
import { packageTotal, spreadTotal } from '#domain/masters/package-total.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { findMinor, fromMinor } from '#domain/money/minor-units.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { CATALOGUE_WORDS as WORDS } from './words.ts'

const OPTIONS_MAX = 100

export interface PackageServicesProps {
  form: MasterFormState
  disabled: boolean
}

/** The services of a package: add, price, remove; a total that is set is spread over them (docs/masters.md#lists). */
export function PackageServices({ form, disabled }: PackageServicesProps) {
  const services = (form.values.services ?? []) as readonly PackageService[]
  const set = (rows: readonly PackageService[]) => form.setValue('services', rows)
  const isRadiology = form.values.is_radiology === 1
  const money = useMoney()
  const minors = services.map(({ charges }) => findMinor(charges, money.decimals) ?? 0)
  const change = (id: string, charges: number) =>
    set(services.map((row) => (row.service_id === id ? { ...row, charges } : row)))
  return (
    <Input.Wrapper label={WORDS.services} labelElement="div" error={form.errors.services}>
      <Stack gap="sm" mt={4}>
        {!disabled && (
          <AddService isRadiology={isRadiology} chosen={services} onAdd={(row) => set([...services, row])} />
        )}
        {services.length === 0 ? (
          <Text c="dimmed">{WORDS.noServices}</Text>
        ) : (
          <ServiceRows
            rows={services}
            disabled={disabled}
            money={money}
            onChange={change}
            onRemove={(id) => set(services.filter(({ service_id }) => service_id !== id))}
          />
        )}
        <Total
          total={fromMinor(packageTotal(minors), money.decimals)}
          money={money}
          disabled={disabled || services.length === 0}
          onSet={(total) => {
            const parts = spreadTotal(minors, findMinor(total, money.decimals) ?? 0)
            set(services.map((row, at) => ({ ...row, charges: fromMinor(parts[at] ?? 0, money.decimals) })))
          }}
        />
      </Stack>
    </Input.Wrapper>
  )
}

interface Money {
  decimals: number
  format: (amount: number) => string
}

function useMoney(): Money {
  const session = useSession()
  const { locale = 'en-IN', currency = 'INR', no_of_decimal: decimals = 2 } = session ?? {}
  return { decimals, format: (amount) => formatMoney(amount, { locale, currency, decimals }) }
}

interface AddServiceProps {
  isRadiology: boolean
  chosen: readonly PackageService[]
  onAdd: (row: PackageService) => void
}

function AddService({ isRadiology, chosen, onAdd }: AddServiceProps) {
  const departments = useMasters('department', { isradiology: isRadiology ? 1 : 0 }).rows
  const services = useMasters('service', { status: 1 }).rows
  const offered = useMemo(() => {
    const names = new Map(departments.map(({ id, name }) => [id, name]))
    const taken = new Set(chosen.map(({ service_id }) => service_id))
    return services
      .filter(({ id, department_id }) => names.has(department_id ?? '') && !taken.has(id))
      .map((row) => ({ ...row, department: names.get(row.department_id ?? '') ?? '' }))
  }, [departments, services, chosen])
  const add = (id: string | null) => {
    const found = offered.find((row) => row.id === id)
    if (!found) return
    const { name, code, department, charges } = found
    onAdd({ service_id: found.id, name, code: code ?? '', department, charges, original_charges: charges })
  }
  return (
    <Select
      aria-label={WORDS.addService}
      placeholder={WORDS.addServiceHint}
      data={offered.map(({ id, name, code }) => ({ value: id, label: code ? `${name} (${code})` : name }))}
      // Cleared after each choice: the field only adds to the list.
      value={null}
      onChange={add}
      searchable
      limit={OPTIONS_MAX}
    />
  )
}

interface ServiceRowsProps {
  rows: readonly PackageService[]
  disabled: boolean
  money: Money
  onChange: (id: string, charges: number) => void
  onRemove: (id: string) => void
}

function ServiceRows({ rows, disabled, money, onChange, onRemove }: ServiceRowsProps) {
  return (
    <Table withTableBorder verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{WORDS.service}</Table.Th>
          <Table.Th ta="end">{WORDS.originalCharges}</Table.Th>
          <Table.Th ta="end" w={130}>
            {WORDS.charges}
          </Table.Th>
          <Table.Th w={40} aria-label={WORDS.removeService('')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ service_id, name = '', department, charges, original_charges }) => (
          <Table.Tr key={service_id}>
            <Table.Td>
              {name}
              <Text size="xs" c="dimmed">
                {department}
              </Text>
            </Table.Td>
            <Table.Td ta="end" className="tabular">
              {original_charges === undefined ? '' : money.format(original_charges)}
            </Table.Td>
            <Table.Td>
              <NumberInput
                aria-label={WORDS.chargesFor(name)}
                size="xs"
                value={charges}
                // Digits only (docs/masters.md#lists); spreading a total may produce decimals, which must be
                // shown.
                allowDecimal={!Number.isInteger(charges)}
                decimalScale={money.decimals}
                allowNegative={false}
                hideControls
                disabled={disabled}
                onChange={(value) => onChange(service_id, Number(value) || 0)}
                className="tabular"
                styles={{ input: { textAlign: 'end' } }}
              />
            </Table.Td>
            <Table.Td>
              {!disabled && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={WORDS.removeService(name)}
                  onClick={() => onRemove(service_id)}
                >
                  <IconTrash size={16} stroke={1.5} aria-hidden />
                </ActionIcon>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface TotalProps {
  total: number
  money: Money
  disabled: boolean
  onSet: (total: number) => void
}

function Total({ total, money, disabled, onSet }: TotalProps) {
  const [typed, setTyped] = useState<number | string>('')
  const apply = () => {
    onSet(Number(typed))
    setTyped('')
  }
  return (
    <Stack gap={4}>
      <Group justify="space-between" align="end">
        <Text fw={600}>
          {WORDS.total}: <span className="tabular">{money.format(total)}</span>
        </Text>
        <Group gap="xs" align="end">
          <NumberInput
            aria-label={WORDS.setTotal}
            placeholder={WORDS.setTotal}
            w={140}
            value={typed}
            onChange={setTyped}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            disabled={disabled}
            className="tabular"
          />
          <Button variant="default" disabled={disabled || typed === ''} onClick={apply}>
            {WORDS.apply}
          </Button>
        </Group>
      </Group>
      <Text size="xs" c="dimmed">
        {WORDS.totalHint}
      </Text>
    </Stack>
  )
}
